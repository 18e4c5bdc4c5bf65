public import FoundationEssentials

extension LocalZone {
  /// What the local calendar and clock show at a moment, in whole seconds, rounded down.
  ///
  /// A moment outside of the years 1 to 9999, which only a damaged record has, is shown as the nearest one that can be.
  public func dateTime(at date: Date) -> CivilDateTime {
    let exact = date.timeIntervalSince1970.rounded(.down)
    return local(Self.shown(Int(exactly: min(max(exact, -1e12), 1e12)) ?? 0))
  }

  /// What the local calendar and clock show so many seconds after the beginning of 1970.
  ///
  /// - Returns: nil outside of the years 1 to 9999.
  public func dateTime(exactlyAt seconds: Int) -> CivilDateTime? {
    CivilDateTime(seconds: seconds + secondsEast(at: seconds))
  }

  /// What a local time stands for that the clock is put forward over.
  public enum GapRule: Sendable {
    /// The first local time after the gap: 3:00 for 2:30, where the clock is put forward from 2:00 to 3:00.
    case firstAfter
    /// The moment at which the clock would show it, had it not been put forward: 3:30 for 2:30 (RFC 5545, section 3.3.5).
    case asBefore
  }

  /// When the local calendar and clock show this.
  ///
  /// - Parameter rule: what counts where they never do. Where they do twice, it is the first time.
  public func moment(_ local: CivilDateTime, inGap rule: GapRule = .firstAfter) -> LocalMoment {
    // No zone is a day or more away from UTC, so the change of the clock that matters, if any, lies between these.
    let seconds = local.seconds
    let before = secondsEast(at: seconds - 86_400)
    let after = secondsEast(at: seconds + 86_400)
    // No clock is changed twice within two days.
    if before == after { return LocalMoment(date: Self.date(seconds - before), irregularity: nil) }
    let earlier = seconds - max(before, after)
    let later = seconds - min(before, after)
    let isEarlier = isShown(seconds, at: earlier)
    let isLater = isShown(seconds, at: later)
    if !isEarlier, !isLater {
      let taken = rule == .asBefore ? seconds - before : firstAfterGap(from: earlier, to: later)
      return LocalMoment(date: Self.date(taken), irregularity: .skipped(taken: self.local(taken)))
    }
    return LocalMoment(
      date: Self.date(isEarlier ? earlier : later),
      irregularity: isEarlier && isLater && earlier != later ? .repeated : nil)
  }

  /// The first moment of a day.
  public func start(of day: CivilDate) -> Date { moment(CivilDateTime(day, .midnight)).date }

  /// The last second of a day, its second one where the clock is put back at midnight.
  public func end(of day: CivilDate) -> Date {
    guard let next = day.adding(days: 1) else { return moment(CivilDateTime(day, .lastSecond)).date }
    return start(of: next).addingTimeInterval(-1)
  }

  /// The first moment after a gap that lies between two moments.
  private func firstAfterGap(from earlier: Int, to later: Int) -> Int {
    let before = secondsEast(at: earlier)
    var (low, high) = (earlier, later)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if secondsEast(at: middle) == before { low = middle } else { high = middle }
    }
    return high
  }

  private func isShown(_ localSeconds: Int, at seconds: Int) -> Bool {
    seconds + secondsEast(at: seconds) == localSeconds
  }

  private func local(_ seconds: Int) -> CivilDateTime {
    CivilDateTime(seconds: seconds + secondsEast(at: seconds)) ?? CivilDateTime(.first, .midnight)
  }

  private static func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }
}
