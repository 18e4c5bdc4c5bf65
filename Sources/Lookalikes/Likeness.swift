/// What a name looks like: people may take two names for each other when their likenesses meet.
///
/// It is made of the skeleton of Unicode Technical Standard 39, section 4, which maps characters that look alike to one of them (Cyrillic
/// `а` to Latin `a`, `m` to `rn`, `0` to `O`), without regard to case and to compatible forms (`ａ` is `a`). The data are those of the ICU that
/// is installed, so that a likeness is compared and not stored. What has other accents looks different.
public struct Likeness: Equatable, Sendable {
  /// One or two texts, sorted; two likenesses meet when they have one in common.
  ///
  /// A capital `I` looks like an `l` and is the `i` of another case. So there is what the name looks like as it is written, and what it looks
  /// like without regard to case.
  public let keys: [String]

  /// Finds out what a name looks like.
  ///
  /// - Parameter name: at most a few hundred characters: the time that it takes grows with them.
  /// - Throws: ``LookalikesError``.
  public init(_ name: String) throws(LookalikesError) {
    let written = try Self.settled(try UnicodeLibrary.text(name, in: .nfkc))
    let folded = try Self.settled(try UnicodeLibrary.text(name, in: .nfkcCaseFolded))
    keys = written == folded ? [written] : [written, folded].sorted()
  }

  /// Whether people may take the names for each other.
  public func meets(_ other: Likeness) -> Bool { keys.contains(where: other.keys.contains) }

  /// The skeleton of the skeleton without case: of some letters the first is a capital, whose small letter looks like others.
  private static func settled(_ text: String) throws(LookalikesError) -> String {
    var text = text
    for _ in 0..<2 { text = try UnicodeLibrary.text(try UnicodeLibrary.skeleton(of: text), in: .nfkcCaseFolded) }
    return text
  }
}

extension String {
  /// The text in Unicode's normalization form C (UAX 15): one form for what is read as the same.
  ///
  /// - Throws: ``LookalikesError``.
  public func composed() throws(LookalikesError) -> String { try UnicodeLibrary.text(self, in: .nfc) }
}
