internal import AgentAPI
internal import VaultClient

/// A connection beside the main one, for what may take long: the agent works on one request at a time on each. It is made when it is
/// needed first, and anew after it has ended.
@MainActor
final class SideConnection {
  private let connector: AgentConnector
  private let locked: @MainActor () -> Void
  private var connection: AgentConnection?

  /// - Parameter locked: called when the vault has been locked, or the connection has ended.
  init(_ connector: AgentConnector, locked: @escaping @MainActor () -> Void = {}) {
    (self.connector, self.locked) = (connector, locked)
  }

  /// The connection.
  ///
  /// - Throws: why there is none.
  func open() async throws(Failure) -> AgentConnection {
    if let connection { return connection }
    let opened = try await AgentConnection.open(connector)
    // Somebody else may have been as quick.
    if let connection { return connection }
    connection = opened
    Task { [weak self] in
      for await event in opened.events where event.hidesTexts { self?.locked() }
      guard let self, connection === opened else { return }
      connection = nil
      locked()
    }
    return opened
  }
}

extension Event {
  /// Whether whatever protected text is on the screen must go now.
  var hidesTexts: Bool {
    switch self {
    case .locked, .stopping: true
    case .changed, .tasks, .unknown: false
    }
  }
}
