internal import CivilTime
internal import FoundationEssentials
internal import Synchronization

/// The zone in which days are read and written: of the process, for all stores in it.
enum DayZone {
  private static let snapshot = Mutex(ZoneSnapshot.system())

  /// The zone as it was last looked at.
  static var latest: LocalZone { snapshot.withLock { $0.zone } }

  /// Looks whether the system's zone was changed, and tells the present one's fingerprint.
  static func refresh() -> UInt64 {
    snapshot.withLock { known in
      if !known.fits(.system()) { known = .system() }
      return known.fingerprint
    }
  }
}

/// A task that is due on a day stays due on that day wherever its owner goes. Beside the moment stands the day, as the days
/// since 1970-01-01, and counts more than it. Null where a moment is not the last second of a day, and in older rows: then
/// the moment counts.
extension Cell {
  /// The day that a moment ends.
  static func day(endingAt dueDate: Date?, isAllDay: Bool, in zone: @autoclosure () -> LocalZone) -> Cell {
    guard isAllDay, let dueDate else { return .null }
    let zone = zone()
    let day = zone.dateTime(at: dueDate).date
    // Whatever is read in the same zone is exactly what was written.
    return zone.end(of: day) == dueDate ? .integer(Int64(day.dayNumber)) : .null
  }

  /// The last second of the day, where it is one.
  func endOfDay(in zone: @autoclosure () -> LocalZone) -> Date? {
    guard let day = integer.flatMap({ CivilDate(dayNumber: $0) }) else { return nil }
    return zone().end(of: day)
  }
}
