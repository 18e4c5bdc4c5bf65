/// Taskwarrior's spans of time (`recur`, https://taskwarrior.org/docs/durations/) and those of RFC 5545.
extension RulePeriod {
  /// Reads what Taskwarrior 2.6 takes: a word such as `weekly`, a number and a unit such as `2weeks`, or an ISO 8601
  /// duration of one unit such as `P3D`. Spans shorter than a day are none.
  init?(taskwarrior text: String) {
    let lower = text.lowercased()
    if let known = Self.words[lower] {
      self = known
      return
    }
    let span = lower.hasPrefix("p") ? lower.dropFirst() : lower[...]
    let digits = span.prefix { $0.isASCII && $0.isNumber }
    let unit = String(span.dropFirst(digits.count))
    guard digits.utf8.count <= 4, let count = Int(digits), let one = Self.units[unit] else { return nil }
    guard !lower.hasPrefix("p") || unit.utf8.count == 1 else { return nil }
    self.init(count * one.count, one.unit)
  }

  /// As Taskwarrior writes it. Of months only whole numbers of them are `P2M` and the like, for it counts `2months` as
  /// 60 days.
  var taskwarriorText: String {
    if isWeekdays { return "weekdays" }
    return switch (count, unit) {
    case (1, _): unit.rawValue.lowercased()
    case (_, .day): "P\(count)D"
    case (_, .week): "P\(count)W"
    case (_, .month): "P\(count)M"
    case (_, .year): "P\(count)Y"
    }
  }

  private static let words: [String: RulePeriod] = {
    let spans: [(String, Int, Unit)] = [
      ("daily", 1, .day), ("day", 1, .day), ("weekly", 1, .week), ("week", 1, .week), ("sennight", 1, .week),
      ("biweekly", 2, .week), ("fortnight", 2, .week), ("monthly", 1, .month), ("month", 1, .month),
      ("bimonthly", 2, .month), ("quarterly", 3, .month), ("quarter", 3, .month), ("semiannual", 6, .month),
      ("annual", 1, .year), ("yearly", 1, .year), ("year", 1, .year), ("biannual", 2, .year), ("biyearly", 2, .year),
    ]
    var words = ["weekdays": RulePeriod.weekdays]
    for (word, count, unit) in spans { words[word] = RulePeriod(count, unit) }
    return words
  }()

  private static let units: [String: (count: Int, unit: Unit)] = {
    let names: [(String, Int, Unit)] = [
      ("d day days", 1, .day), ("w wk wks week weeks", 1, .week),
      ("m mo mos mth mths mnths month months", 1, .month), ("q qtr qtrs qrtrs quarter quarters", 3, .month),
      ("y yr yrs year years", 1, .year),
    ]
    var units: [String: (count: Int, unit: Unit)] = [:]
    for (list, count, unit) in names { for name in list.split(separator: " ") { units[String(name)] = (count, unit) } }
    return units
  }()
}
