public import FoundationEssentials
public import ServerAPI

/// Keeps a user's inbox on this machine. Each method returns once what it was given is durable, together with the position that
/// ``position()`` says; then the server is notified that this device has it.
///
/// Items come in the order of their numbers, each once, without a gap that was not reported before. What a method threw for is passed
/// again later.
public protocol InboxReplica: Sendable {
  /// Where the server stands, passed at the beginning of every connection, once its numbers are known to be those of the replica.
  func recordStatus(of server: Sequences) async throws
  /// How far this machine has everything.
  func position() async throws -> SequencePosition
  /// Stores items that follow the newest one; the newest of them is the position from now on.
  ///
  /// - Parameter bounds: what the server has altogether, where they were fetched; nil where they came over the stream.
  func store(_ items: [InboxItem], bounds: SequenceBounds?) async throws
  /// Stores changes of states; the newest of them is the position from now on. A change may be of an item that is not here, or no longer:
  /// where it comes later it has that state already.
  func store(_ changes: [InboxChange]) async throws
  /// The server no longer has these items, and this machine never had them; the position is the end of the gap from now on.
  func recordGap(_ missing: ClosedRange<Int64>) async throws
  /// The push of the item at the position; nil where that is not here.
  func newestPush() async throws -> UUID?
  /// The server's numbers are others, or it stands before the position: it was rolled back, for instance to a backup, and gives numbers
  /// to other items. From now on the position is before everything, under the server's numbering. What the user did about an item stays,
  /// and is applied to it when it comes again, under whatever number.
  func handleServerRollback(to sequences: Sequences) async throws
  /// What the user did that the server does not know yet, in its order.
  func pendingDecisions() async throws -> [PendingDecision]
  /// The server has answered; the decision is no longer pending. The position stays: the change comes again in its turn.
  func decided(_ decision: PendingDecision, _ outcome: DecisionOutcome) async throws
  /// The pushes that the server is to redact.
  ///
  /// - Parameter unsyncedOnly: whether those are left out that it has confirmed. At the beginning of a connection it is asked for all:
  ///   it may have been put back to a backup, without its numbers telling.
  func redactions(unsyncedOnly: Bool) async throws -> [UUID]
  /// The server has answered to redactions.
  func redacted(_ outcomes: [Redaction]) async throws
  /// Keeps the user's channels; nil where nobody does.
  var channels: (any ChannelReplica)? { get }
  /// Keeps what the user says about what others have sent; nil where nobody does.
  var feedback: (any FeedbackReplica)? { get }
}

extension InboxReplica {
  /// Does nothing.
  public func recordStatus(of server: Sequences) {}

  /// It is not known.
  public func newestPush() -> UUID? { nil }

  /// Nothing is redacted.
  public func redactions(unsyncedOnly: Bool) -> [UUID] { [] }

  /// Does nothing.
  public func redacted(_ outcomes: [Redaction]) {}

  /// Nobody keeps channels.
  public var channels: (any ChannelReplica)? { nil }

  /// Nobody keeps any.
  public var feedback: (any FeedbackReplica)? { nil }
}

/// What the server answered to a decision.
public enum DecisionOutcome: Equatable, Sendable {
  /// The state that stands: the first decision wins, so it can be another device's.
  case stands(InboxChange)
  /// It was recorded that this device showed the item.
  case recorded
  /// The server has no such item, or no longer.
  case noItem
  /// It came too late: the item's time was over, nobody had decided, and nobody can any more.
  case expired
  /// The server rejects it for good.
  case refused
}
