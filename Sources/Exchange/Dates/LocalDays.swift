public import FoundationEssentials
internal import Glibc

/// Which moments a civil day begins and ends at.
public struct LocalDays: Sendable {
  /// The day that clocks show at a moment.
  let day: @Sendable (Date) -> CivilDay
  /// The day's first second.
  let start: @Sendable (CivilDay) -> Date
  /// The day's last second.
  let end: @Sendable (CivilDay) -> Date

  /// Makes a calendar of three functions.
  public init(
    day: @escaping @Sendable (Date) -> CivilDay, start: @escaping @Sendable (CivilDay) -> Date,
    end: @escaping @Sendable (CivilDay) -> Date
  ) {
    self.day = day
    self.start = start
    self.end = end
  }

  /// Whether a day begins or ends in this second.
  func isEdge(_ date: Date) -> Bool {
    let (day, second) = (day(date), date.timeIntervalSince1970.rounded(.down))
    return start(day).timeIntervalSince1970 == second || end(day).timeIntervalSince1970.rounded(.down) == second
  }

  /// The end of the day that a moment lies in: when something is due that is due on that day.
  func endOfDay(of date: Date) -> Date { end(day(date)) }
}

extension LocalDays {
  /// The system's time zone (`TZ`, `/etc/localtime`).
  public static let system = LocalDays(offset: SystemClock.offset)
  /// UTC.
  public static let utc = LocalDays(offset: { _ in 0 })

  /// Days in a zone.
  ///
  /// - Parameter offset: how many seconds clocks are ahead of UTC at a number of seconds since 1970.
  public init(offset: @escaping @Sendable (Int) -> Int) {
    self.init(
      day: { date in
        let seconds = Self.seconds(date)
        return Self.day(atLocal: seconds + offset(seconds))
      },
      start: { day in
        let (early, late) = Self.moments(showing: day.number * 86_400, offset)
        return Date(timeIntervalSince1970: Double(min(early, late)))
      },
      end: { day in
        let (early, late) = Self.moments(showing: day.number * 86_400 + 86_399, offset)
        return Date(timeIntervalSince1970: Double(max(early, late)))
      })
  }

  private static func seconds(_ date: Date) -> Int {
    let seconds = date.timeIntervalSince1970
    return seconds.isNaN ? 0 : Int(min(max(seconds.rounded(.down), -62_135_596_800), 253_402_300_799))
  }

  private static func day(atLocal seconds: Int) -> CivilDay {
    CivilDay(nearest: (seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400)
  }

  /// The first and the last moment at which clocks show this, in the days around; of a time that clocks pass over, the
  /// moment they would have shown it at.
  private static func moments(showing local: Int, _ offset: (Int) -> Int) -> (Int, Int) {
    let before = local - offset(local - 86_400)
    let after = local - offset(local + 86_400)
    let real = [before, after].filter { $0 + offset($0) == local }
    return (real.min() ?? before, real.max() ?? before)
  }
}

/// What `localtime_r(3)` knows.
private enum SystemClock {
  /// Seconds ahead of UTC at so many seconds since 1970.
  @Sendable static func offset(_ seconds: Int) -> Int {
    var time = time_t(seconds)
    var parts = tm()
    return localtime_r(&time, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
  }
}
