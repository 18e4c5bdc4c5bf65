/// Where tasks are kept, by the name that is recorded and that a person types.
public enum TaskStoreKind: String, Equatable, Sendable, CaseIterable {
  /// A SQLite file, kept twice.
  case sqlite
  /// A directory of iCalendar files that other programs may share.
  case icalendar
}
