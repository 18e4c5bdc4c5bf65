internal import ServerClient

/// How the inbox stands to the server's.
protocol SyncPhaseReading: Sendable {
  /// The present phase.
  var phase: SyncState.Phase { get async }
}

/// Sends what the user decided, or has looked at, to the server.
protocol DecisionSending: Sendable {
  /// Sends it now, or once there is a connection.
  func sendDecisions() async
}

extension InboxSync: SyncPhaseReading, DecisionSending {}

/// Tells of every phase.
protocol PhaseStreaming: Sendable {
  /// Every phase from now on, beginning with the present one.
  func phases() async -> AsyncStream<SyncState.Phase>
}

extension InboxSync: PhaseStreaming {}
