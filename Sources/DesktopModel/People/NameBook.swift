public import AgentAPI
public import FoundationEssentials
internal import Localization

/// Whose names say by themselves who is meant.
///
/// Anybody may take any name, so beside a name that the user has not given stands where the person's id begins, which nobody chooses. Of
/// somebody whom the user follows, and whose name nobody else here has or could be taken to have, the name alone is shown.
public struct NameBook: Equatable, Sendable {
  private var names: [UUID: String] = [:]
  private var users: [String: UUID] = [:]
  private var nicknames: [UUID: String] = [:]

  /// Knows nobody, so that ids stand beside all names.
  public init() {}

  /// Knows these people, who have to be all that the user has anything to do with.
  public init(_ people: [PersonRow]) { self.init(people, you: localized("you"), localized("You")) }

  /// - Parameter you: all that the user is called on the screen, in their language: what comes from nobody else may be said to come from there.
  public init(_ people: [PersonRow], you: String...) {
    let reserved = Set((["you", "vault"] + you).map(Self.folded))
    let alike = Dictionary(grouping: people) { Self.folded($0.name) }
    for person in people { nicknames[person.user] = person.nickname }
    for person in people where person.isFollowed && person.nickname == nil {
      let folded = Self.folded(person.name)
      guard Self.isPlain(person.name), !reserved.contains(folded), alike[folded]?.count == 1,
        !people.contains(where: { $0.nickname.map(Self.folded) == folded })
      else { continue }
      names[person.user] = person.name
      users[person.user.beginning] = person.user
    }
  }

  /// The name of somebody that needs no id beside it; nil where it does.
  public func name(of user: UUID) -> String? { names[user] }

  /// What the user calls somebody; nil for nothing, and of somebody who is not known here.
  public func nickname(of user: UUID) -> String? { nicknames[user] }

  /// What somebody is called who has taken that name.
  public func title(of user: UUID, name: String) -> String {
    PersonName.of(user, name: name, nickname: nicknames[user])
  }

  /// Whether what somebody is called says by itself who is meant.
  func isClear(_ user: UUID) -> Bool { nicknames[user] != nil || names[user] != nil }

  /// A text that names somebody, as the agent writes it, without the beginning of an id that says nothing more; of somebody without a name that beginning
  /// alone.
  public func plain(_ text: String) -> String {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    // `user 4f2a6c1e`
    if parts.count == 2, parts[0] == "user", parts[1].count == Self.digitCount, parts[1].allSatisfy(\.isHexDigit) {
      return String(parts[1])
    }
    // `bob (4f2a6c1e)`
    guard parts.count > 1, let last = parts.last, last.count == Self.digitCount + 2, last.hasPrefix("("),
      last.hasSuffix(")"),
      let user = users[String(last.dropFirst().dropLast())], let name = names[user],
      text == "\(name) \(last)"
    else { return text }
    return name
  }

  /// A sentence of the agent's, without the beginnings of ids behind names that say by themselves who is meant.
  public func plain(sentence: String) -> String {
    var (plain, rest) = ("", sentence[...])
    while let opening = rest.firstRange(of: " (") {
      let digits = rest[opening.upperBound...].prefix(Self.digitCount)
      let before = rest[..<opening.lowerBound]
      let name = users[String(digits)].flatMap { names[$0] }
      let isNamed = name.map { before.split(separator: " ").last?.drop { "“\"".contains($0) } ?? "" == $0 } ?? false
      if isNamed, rest[digits.endIndex...].first == ")" {
        plain += before
        rest = rest[digits.endIndex...].dropFirst()
      } else {
        plain += rest[..<opening.upperBound]
        rest = rest[opening.upperBound...]
      }
    }
    return plain + rest
  }

  private static let digitCount = 8

  /// What may stand alone: what could be anything but a name can't.
  private static func isPlain(_ name: String) -> Bool {
    let isWord = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "+"):
        true
      default: false
      }
    }
    return isWord && !name.isEmpty && name.count <= 40
  }

  /// A name as it may be misread: others that look the same come to the same. What is not of these letters looks like anything, but is
  /// never plain itself; of it the letters count that are left.
  private static func folded(_ name: String) -> String {
    let letters = name.lowercased().map { letter -> Character in
      switch letter {
      case "0", "о", "ο": "o"
      case "1", "i", "|", "і", "ı", "ӏ": "l"
      case "а", "α": "a"
      case "е": "e"
      case "с": "c"
      case "р", "ρ": "p"
      case "х": "x"
      case "у": "y"
      case "ѕ": "s"
      case "ј": "j"
      case "ԁ": "d"
      case "һ": "h"
      case "ո": "n"
      case "ν": "v"
      case "ь": "b"
      default: letter
      }
    }
    return String(letters.filter { !".-_+".contains($0) }).replacing("rn", with: "m").replacing("vv", with: "w")
  }
}
