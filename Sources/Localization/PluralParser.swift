/// Reads a plural expression, which has no blanks any more.
struct PluralParser {
  private var rest: Substring.UTF8View
  /// How deep it is in parentheses and choices.
  private var depth = 0
  private static let maximumDepth = 32
  private static let maximumLength = 1024
  /// Operators that bind equally, the weakest first; of two that begin alike the longer one first.
  private static let levels = [["||"], ["&&"], ["==", "!="], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "/", "%"]]

  /// - Returns: nil where it is no expression.
  static func parse(_ text: Substring) -> PluralExpression? {
    guard text.utf8.count <= maximumLength else { return nil }
    var parser = PluralParser(rest: text.utf8)
    let expression = parser.choice()
    return parser.rest.isEmpty ? expression : nil
  }

  private init(rest: Substring.UTF8View) { self.rest = rest }

  private mutating func take(_ sign: String) -> Bool {
    guard rest.starts(with: sign.utf8) else { return false }
    rest = rest.dropFirst(sign.utf8.count)
    return true
  }

  private mutating func choice() -> PluralExpression? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth, let condition = binary(0) else { return nil }
    guard take("?") else { return condition }
    guard let one = choice(), take(":"), let other = choice() else { return nil }
    return .choice(condition, one, other)
  }

  private mutating func binary(_ level: Int) -> PluralExpression? {
    guard level < Self.levels.count else { return unary() }
    guard var left = binary(level + 1) else { return nil }
    while let sign = sign(Self.levels[level]) {
      guard let right = binary(level + 1) else { return nil }
      left = .operation(sign, left, right)
    }
    return left
  }

  private mutating func sign(_ signs: [String]) -> String? {
    for sign in signs where take(sign) { return sign }
    return nil
  }

  private mutating func unary() -> PluralExpression? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { return nil }
    if take("!") { return unary().map { .not($0) } }
    if take("n") { return .variable }
    if take("(") {
      guard let inner = choice(), take(")") else { return nil }
      return inner
    }
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest.dropFirst(digits.count)
    return Int(String(Substring(digits))).map { .number($0) }
  }
}
