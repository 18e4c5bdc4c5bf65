internal import AgentAPI
internal import Localization
internal import ServerClient

/// Knows how the login stands; contacts nobody.
protocol AccountStatusReading: Sendable {
  /// How it stands.
  func status() async -> AccountStatus

  /// Why the stored login can't be read; nil where it can.
  func storeTrouble() async -> Failure?
}

extension AccountService: AccountStatusReading {}

/// Knows how the connection to the server stands; contacts nobody.
protocol ConnectionStatusReading: Sendable {
  /// Since when, and why, there is no connection though there should be one; nil while all is well.
  var outage: ServerOutage? { get async }

  /// Whether the device is registered with the present session.
  var isRegistered: Bool { get async }

  /// How the inbox stands to the server's.
  var phase: SyncState.Phase { get async }

  /// A signal now, and whenever the phase changes.
  func changes() async -> AsyncStream<SyncState.Phase>
}

extension InboxSync: ConnectionStatusReading {
  func changes() -> AsyncStream<SyncState.Phase> { phases() }
}

/// How the login stands, and the connection to the server.
struct AccountStatusReader: AccountStatusReading {
  let login: any AccountStatusReading
  let connection: any ConnectionStatusReading

  func storeTrouble() async -> Failure? { await login.storeTrouble() }

  func status() async -> AccountStatus {
    var status = await login.status()
    guard status.state == .loggedIn, let outage = await connection.outage else { return status }
    status.problem = Failure(outage.reason).message
    status.disconnectedSince = outage.since
    return status
  }
}
