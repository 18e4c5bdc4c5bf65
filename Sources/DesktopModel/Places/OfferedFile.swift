internal import Localization

/// A file of this machine that was opened with the window.
public struct OfferedFile: Equatable, Sendable {
  /// Its absolute path.
  public let path: String

  /// The longest path, in bytes: `PATH_MAX` of Linux.
  private static let maximumByteCount = 4096
  private static let start = "file:///"

  /// Reads a `file` address without a host (RFC 8089).
  ///
  /// - Returns: nil for any other address.
  public init?(address: String) {
    guard address.utf8.starts(with: Self.start.utf8),
      let bytes = Self.decoded(address.utf8.dropFirst(Self.start.utf8.count - 1)), bytes.count <= Self.maximumByteCount,
      !bytes.contains(0), let path = String(validating: bytes, as: UTF8.self)
    else { return nil }
    self.path = path
  }

  /// Its name as a person may be shown it: whoever named it may have put anything into it.
  public var shownName: String { Self.shown(Self.harmless(path.split(separator: "/").last.map(String.init) ?? "/")) }

  /// Where it is, in the same way: from left to right, whatever the folders are called.
  public var shownFolder: String {
    let folders = path.split(separator: "/").dropLast().map { Self.harmless(String($0)) }
    return Self.shown("/" + folders.joined(separator: "/"))
  }

  /// The name and the folder, each in a line of its own, the folder first: no name can be read as another folder.
  public var lines: String { localized("Folder: \(shownFolder)") + "\n" + localized("File: \(shownName)") }

  /// Cut where it is long, with each name in it set apart from the others.
  private static func shown(_ text: String) -> String {
    let cut = text.count <= 120 ? text : String(text.prefix(60)) + "…" + String(text.suffix(59))
    let names = cut.split(separator: "/", omittingEmptySubsequences: false)
    return names.map { String($0).isolated }.joined(separator: "/")
  }

  /// With U+FFFD in place of what nobody sees, what makes room as a new line would, and what looks like the slash between folders.
  private static func harmless(_ name: String) -> String {
    var former: Character?
    return String(
      name.unicodeScalars.map { scalar -> Character in
        let isBlankAgain = scalar == " " && former == " "
        former = Character(scalar)
        return isBlankAgain || isDeceptive(scalar) ? "\u{FFFD}" : Character(scalar)
      })
  }

  private static func isDeceptive(_ scalar: Unicode.Scalar) -> Bool {
    if slashes.contains(scalar) { return true }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: true
    case .spaceSeparator: scalar != " "
    default: false
    }
  }

  /// What Unicode lists as confusable with a slash (UTS #39), but for letters that people write.
  private static let slashes: Set<Unicode.Scalar> = [
    "\u{2041}", "\u{2044}", "\u{2215}", "\u{2571}", "\u{27CB}", "\u{29F8}", "\u{2CC6}", "\u{1D23A}", "\u{FF0F}",
  ]

  /// Bytes with those that are written as `%` and two digits; nil where something else follows a `%`.
  private static func decoded(_ text: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
