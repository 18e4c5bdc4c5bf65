/// A text, and what of it is a link to a page.
///
/// A link is what it reads: nothing else is opened than what is seen. Only the plain letters of addresses are in one, none that name a user in
/// front of the server, and a text that turns directions has none.
public struct LinkedText: Equatable, Sendable {
  /// A part of the text.
  public enum Part: Equatable, Sendable {
    /// Words.
    case text(String)
    /// An address, which is opened as it is.
    case link(String)
  }

  /// All of it, from the beginning to the end.
  public let parts: [Part]

  /// Whether there is any link.
  public var hasLinks: Bool { parts.contains { if case .link = $0 { true } else { false } } }

  /// How many places are looked at, and how long a link may be.
  private static let (maximumCount, maximumCharacterCount) = (100, 2_000)

  /// Looks for links.
  public init(_ text: String) {
    guard text.withoutDirections == text else {
      parts = [.text(text)]
      return
    }
    var (parts, rest, words) = ([Part](), text[...], "")
    var tries = 0
    while tries < Self.maximumCount, let start = rest.firstRange(of: "http") {
      tries += 1
      words += rest[..<start.lowerBound]
      rest = rest[start.lowerBound...]
      guard let address = Self.address(at: rest) else {
        words += rest[start]
        rest = rest[start.upperBound...]
        continue
      }
      if !words.isEmpty { parts.append(.text(words)) }
      words = ""
      parts.append(.link(String(address)))
      rest = rest[address.endIndex...]
    }
    words += rest
    self.parts = words.isEmpty ? parts : parts + [.text(words)]
  }

  private static let schemes = ["https://", "http://"]

  /// The address that begins there, without what mostly ends a sentence; nil where none does.
  private static func address(at text: Substring) -> Substring? {
    guard let scheme = schemes.first(where: { text.hasPrefix($0) }) else { return nil }
    var address = text.prefix(maximumCharacterCount + 1).prefix(while: isOfAddresses)
    // What goes on with other letters, with what nobody sees or with what looks like a dot, reads like another one.
    let behind = text[address.endIndex...].first
    guard address.count <= maximumCharacterCount, behind.map(endsAddress) ?? true else { return nil }
    while let last = address.last, ".,;:!?')]".contains(last) {
      // A bracket that was opened in it belongs to it.
      if last == ")", address.count(where: { $0 == "(" }) >= address.count(where: { $0 == ")" }) { break }
      if last == "]", address.contains("[") { break }
      address.removeLast()
    }
    let server = address.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    guard let first = server.first, first.isLetter || first.isNumber || first == "[", !server.contains("@") else {
      return nil
    }
    return address
  }

  /// Whether what stands behind an address is plainly no part of it: a blank, a bracket, a quotation mark.
  private static func endsAddress(_ letter: Character) -> Bool {
    guard letter.unicodeScalars.count == 1 else { return letter == "\r\n" }
    return letter.isWhitespace || "\"<>{}`”’»›）」』".contains(letter)
  }

  private static func isOfAddresses(_ letter: Character) -> Bool {
    guard let byte = letter.asciiValue else { return false }
    return switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
    }
  }
}
