internal import AgentAPI
internal import DesktopSession
internal import Foundation
internal import Logging
internal import OwnerVerification
internal import Sealing
internal import SecretMemory
internal import StoreTesting
internal import Synchronization
internal import TaskStore
internal import Testing

@testable internal import AgentService

@Suite("What the agent makes of the desktop session's events")
struct SessionWatchTests {
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent("session-\(UUID().uuidString)")
  private let connection = NotedConnection()

  private func keeper() async throws -> OwnerService {
    var environment: [String: String] = [:]
    for name in ["DATA", "CONFIG", "STATE", "RUNTIME"] {
      let directory = root.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      environment["VAULT_\(name)_DIR"] = directory.path
    }
    var settings = VaultSettings.defaults
    settings.credentialStore = .file
    let paths = try VaultPaths(environment: environment)
    let credentials = try await CredentialService(settings: settings, paths: paths, state: InMemoryTaskStore())
    return OwnerService(
      directories: (paths.data, paths.state), credentials: credentials, texts: NoTexts(),
      settings: try SettingsPolicy(settings),
      system: PAMVerifier.Configuration(), cost: .calibrated, accessLog: InMemoryAccessLog(), events: EventHub(),
      logger: Logger(label: "test"))
  }

  /// An owner whom the system verifies.
  private func owner() throws -> SharedOwner {
    let keys = OwnerKeys(parameters: try Argon2id.Parameters(memoryKiB: 64, iterations: 1, parallelism: 1))
    let deviceKey = try SystemRandom.secret(32)
    let first = try keys.create(
      vaultID: UUID(), pin: SecretBytes(Array("a long PIN".utf8)), pepper: SystemRandom.secret(32),
      deviceKey: deviceKey)
    return SharedOwner(try first.verified(of: keys.updating(first, method: .system, deviceKey: deviceKey)))
  }

  @Test(
    "only the end of the last session, or without logind of its bus, forgets the key that is kept for the system, and ends the agent unless it may stay",
    arguments: [false, true], [SessionEvent.sessionEnded, .busLost(.session)])
  func lastSession(lingers: Bool, end: SessionEvent) async throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let keeper = try await keeper()
    await keeper.wrap(try owner())
    try #require(await keeper.canVerifyBySystem, "the kernel keeps a key")
    let nowhere = SessionMonitorConfiguration(systemBusAddress: "unix:path=/dev/null", sessionBusAddress: { nil })
    let stops = Stops()
    let watch = SessionWatch(
      owner: keeper, connection: connection, configuration: nowhere, staysWithoutSession: { lingers },
      stop: { stops.count.add(1, ordering: .relaxed) },
      logger: Logger(label: "test"))
    let monitor = await SessionMonitor.start(nowhere)
    let others: [SessionEvent] = [
      .locked(.session("c1")), .unlocked(.session("c1")), .sleeping, .woke, .busLost(.system),
    ]
    for event in others { await watch.handle(event, monitor) }
    #expect(await keeper.canVerifyBySystem, "a lock leaves it, for at most 72 hours")
    #expect(stops.count.load(ordering: .relaxed) == 0)
    #expect(connection.words == ["pause", "resume"])

    await watch.handle(end, monitor)
    #expect(await !keeper.canVerifyBySystem)
    #expect(stops.count.load(ordering: .relaxed) == (lingers ? 0 : 1))
    await monitor.stop()
  }
}

private final class Stops: Sendable { let count = Atomic<Int>(0) }

/// A vault without texts.
private struct NoTexts: OwnerTextsKeeping {
  func begin(of owner: OwnerService.Verified) {}
  func beginAtUpgrade(of owner: OwnerService.Verified) {}
  func forgetRead() {}
}

private final class NotedConnection: SleepingConnection {
  private let noted = Mutex<[String]>([])
  var words: [String] { noted.withLock { $0 } }
  func pause() async { noted.withLock { $0.append("pause") } }
  func resume() async { noted.withLock { $0.append("resume") } }
}
