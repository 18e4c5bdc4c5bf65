/// Where tasks are kept.
public enum TaskStoreKind: String, Equatable, Sendable, CaseIterable {
  /// A SQLite file, kept twice.
  case sqlite
  /// A directory of iCalendar files that other programs may share.
  case icalendar
}
