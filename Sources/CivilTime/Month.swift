/// A month of the Gregorian calendar; January is 1.
public enum Month: Int, CaseIterable, Sendable {
  /// 1.
  case january = 1
  /// 2.
  case february
  /// 3.
  case march
  /// 4.
  case april
  /// 5.
  case may
  /// 6.
  case june
  /// 7.
  case july
  /// 8.
  case august
  /// 9.
  case september
  /// 10.
  case october
  /// 11.
  case november
  /// 12.
  case december

  /// The English name, for instance `December`.
  public var name: String {
    switch self {
    case .january: "January"
    case .february: "February"
    case .march: "March"
    case .april: "April"
    case .may: "May"
    case .june: "June"
    case .july: "July"
    case .august: "August"
    case .september: "September"
    case .october: "October"
    case .november: "November"
    case .december: "December"
    }
  }

  /// The first three letters of the name.
  public var shortName: String { String(name.prefix(3)) }

  /// How many days it has.
  public func dayCount(in year: Int) -> Int {
    switch self {
    case .april, .june, .september, .november: 30
    case .february: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}
