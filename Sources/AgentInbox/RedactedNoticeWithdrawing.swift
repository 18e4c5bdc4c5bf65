/// What shows items on the desktop.
public protocol RedactedNoticeWithdrawing: Sendable {
  /// Takes down what shows items that were redacted, and shows none of them from then on. Returns when the desktop has been told.
  func withdrawRedacted() async
}
