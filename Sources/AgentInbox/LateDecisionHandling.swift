public import Inbox
public import ServerAPI

/// What becomes of decisions that the server does not take: others were first, or their time was over.
public protocol LateDecisionHandling: Sendable {
  /// Tells the person something, at the next command.
  var notify: @Sendable (String) -> Void { get }

  /// Tells the person that somebody had decided before.
  func notifyOverruled(by change: InboxChange)

  /// Takes back what a decision did here that came to the server after its item's time was over, and tells the person what became of
  /// that.
  ///
  /// - Returns: whether that is done; if not, it is tried again with the next connection.
  func revert(_ entry: InboxEntry) async -> Bool
}
