/// Which form of a translation goes with a number, as the head of a catalogue says: `nplurals=2; plural=(n != 1);`.
///
/// The expression is C's, of GNU gettext's kind: `n`, numbers, `?:`, `||`, `&&`, comparisons, `+ - * / %`, `!` and parentheses.
struct PluralRule: Sendable {
  /// How many forms there are.
  let count: Int
  private let expression: PluralExpression

  /// - Returns: nil where the words say no such rule.
  init?(_ header: String) {
    let parts = header.split(separator: ";").map { $0.filter { $0 != " " } }
    guard parts.count == 2, parts[0].hasPrefix("nplurals="), let count = Int(parts[0].dropFirst(9)),
      (1...6).contains(count),
      parts[1].hasPrefix("plural="), let expression = PluralParser.parse(parts[1].dropFirst(7))
    else { return nil }
    (self.count, self.expression) = (count, expression)
  }

  /// The place of the form for a number; the first where the expression gives no place.
  func form(for number: Int) -> Int {
    guard let place = expression.value(number), (0..<count).contains(place) else { return 0 }
    return place
  }
}

/// A part of a plural expression.
indirect enum PluralExpression: Sendable {
  case number(Int)
  case variable
  case not(PluralExpression)
  case choice(PluralExpression, PluralExpression, PluralExpression)
  case operation(String, PluralExpression, PluralExpression)

  /// - Returns: nil where it can't be calculated, as a division by zero.
  func value(_ n: Int) -> Int? {
    switch self {
    case .number(let number): return number
    case .variable: return n
    case .not(let part): return part.value(n).map { $0 == 0 ? 1 : 0 }
    case .choice(let condition, let one, let other):
      guard let condition = condition.value(n) else { return nil }
      return condition != 0 ? one.value(n) : other.value(n)
    case .operation(let sign, let left, let right):
      guard let left = left.value(n) else { return nil }
      if sign == "&&" && left == 0 { return 0 }
      if sign == "||" && left != 0 { return 1 }
      return right.value(n).flatMap { Self.calculate(sign, left, $0) }
    }
  }

  private static func calculate(_ sign: String, _ left: Int, _ right: Int) -> Int? {
    switch sign {
    case "&&", "||": right != 0 ? 1 : 0
    case "==": left == right ? 1 : 0
    case "!=": left != right ? 1 : 0
    case "<": left < right ? 1 : 0
    case ">": left > right ? 1 : 0
    case "<=": left <= right ? 1 : 0
    case ">=": left >= right ? 1 : 0
    case "+": checked(left.addingReportingOverflow(right))
    case "-": checked(left.subtractingReportingOverflow(right))
    case "*": checked(left.multipliedReportingOverflow(by: right))
    case "/": checked(left.dividedReportingOverflow(by: right))
    default: checked(left.remainderReportingOverflow(dividingBy: right))
    }
  }

  private static func checked(_ result: (partialValue: Int, overflow: Bool)) -> Int? {
    result.overflow ? nil : result.partialValue
  }
}
