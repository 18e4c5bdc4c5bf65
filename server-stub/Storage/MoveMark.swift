internal import FoundationEssentials

/// What a database says of itself that was moved, or is being moved: written in one line, where each database has a place for it that also versions
/// of before look at, and then refuse to serve.
struct MoveMark: Equatable, Sendable {
  /// How far it has come.
  enum Stage: String, Sendable {
    /// It was begun. Whether the target has everything, only the target can tell.
    case moving
    /// The target has everything.
    case moved
  }

  var stage: Stage
  /// The same in source and target.
  let id: UUID
  /// When it was begun.
  let date: Date
  /// What tells the target from others, without a space.
  let target: String
  /// Where the target is, in words for people.
  let place: String

  /// So long may a place be, in characters.
  static let longestPlace = 400

  init(id: UUID = UUID(), date: Date = Date(), target: String, place: String) {
    (stage, self.id, self.target) = (.moving, id, target)
    // To the millisecond, as it is written.
    self.date = Date(milliseconds: date.milliseconds)
    self.place = String(place.prefix(Self.longestPlace))
  }

  /// Reads one; nil for any other text.
  init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: false)
    guard words.count == 6, words[0] == "vault-move", let stage = Stage(rawValue: String(words[1])),
      let id = UUID(uuidString: String(words[2])), let milliseconds = Int64(words[3]), !words[4].isEmpty,
      // It is shown on terminals.
      words[5].count <= Self.longestPlace, words[5].unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else { return nil }
    self.init(id: id, date: Date(milliseconds: milliseconds), target: String(words[4]), place: String(words[5]))
    self.stage = stage
  }

  /// The line.
  var text: String { "vault-move \(stage.rawValue) \(id.uuidString) \(date.milliseconds) \(target) \(place)" }

  /// The same move, once the target has everything.
  var completed: MoveMark {
    var mark = self
    mark.stage = .moved
    return mark
  }
}
