/// `rec:` of todo.txt programs: a number, a unit (`d`, `w`, `m`, `y`, and `b` for business days), and before it a `+`
/// where the next due date counts from the last one, as ours does, rather than from the day it was done.
extension RulePeriod {
  /// Reads the value; of business days only one.
  init?(todoTxt text: Substring) {
    let span = text.hasPrefix("+") ? text.dropFirst() : text
    guard let letter = span.last, (2...5).contains(span.utf8.count), let count = Int(span.dropLast()), count > 0 else {
      return nil
    }
    switch letter {
    case "d": self.init(count, .day)
    case "w": self.init(count, .week)
    case "m": self.init(count, .month)
    case "y": self.init(count, .year)
    case "b" where count == 1: self = .weekdays
    default: return nil
    }
  }

  /// The value.
  var todoTxtText: String {
    if isWeekdays { return "+1b" }
    return "+\(count)" + unit.rawValue.prefix(1).lowercased()
  }
}
