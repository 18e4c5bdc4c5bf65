/// What can be taken back, and for how long.
enum UndoPolicy {
  /// How long an operation can be taken back, in seconds: 30 days.
  static let seconds = 30.0 * 86_400
  /// How many operations can be taken back.
  static let operationCount = 1000
}
