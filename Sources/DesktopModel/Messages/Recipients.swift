public import AgentAPI
public import FoundationEssentials

/// To whom the user can write, as far as that is known: whoever follows them and is followed.
public struct Recipients: Equatable, Sendable {
  /// Somebody.
  public struct Recipient: Equatable, Sendable {
    /// The id, by which nobody else is meant.
    public let user: UUID
    /// What is shown: what the user calls them, or their name, with the beginning of the id where that alone does not say who it is.
    public let title: String
  }

  /// The most that are offered at once.
  private static let maximumCount = 6

  private let people: [(recipient: Recipient, words: [String])]

  /// Knows these people.
  public init(_ contacts: [PersonRow], _ names: NameBook) {
    people = contacts.filter { $0.isFollowed && $0.isFollower && !$0.isBlocked }.map { person in
      let isClear = person.nickname != nil || names.name(of: person.user) != nil
      let title = isClear ? person.title : "\(person.title) (\(person.user.beginning))"
      let words = [person.nickname, person.name].compactMap { $0?.lowercased() }
      return (Recipient(user: person.user, title: title), words)
    }
  }

  /// Those whose name has a word that begins so, the others left out; all of them for no words.
  public func offered(for typed: String) -> [Recipient] {
    let typed = typed.trimmed.lowercased()
    let found = people.filter { person in
      typed.isEmpty
        || person.words.contains {
          $0.hasPrefix(typed) || $0.split(whereSeparator: { " .-_".contains($0) }).contains { $0.hasPrefix(typed) }
        }
    }
    return found.map(\.recipient).sorted { ($0.title, $0.user.uuidString) < ($1.title, $1.user.uuidString) }
      .prefix(Self.maximumCount).map { $0 }
  }

  public static func == (one: Recipients, other: Recipients) -> Bool {
    one.people.elementsEqual(other.people) { $0.recipient == $1.recipient && $0.words == $1.words }
  }
}
