import AgentAPI
import AgentInbox
import CredentialStore
import Foundation
import Localization
import StoreTesting
import Testing
import VaultModel

@testable import AgentService
@testable import ServerClient

@Suite("What the doctor and the status say of the server")
struct ServerChecksTests {
  /// A login and a connection that are as a test has them.
  private struct Fixed: AccountStatusReading, ConnectionStatusReading, DeregistrationReading, PresentServerReading {
    var account = AccountStatus(state: .loggedIn, server: "https://vault.example.org")
    var outage: ServerOutage?
    var isRegistered = true
    var phase = SyncState.Phase.live
    var unfinishedDeregistrations: Set<ServerOrigin>?
    var presentServer: ServerOrigin?
    var trouble: Failure?

    func storeTrouble() -> Failure? { trouble }
    func status() -> AccountStatus { account }
    func changes() -> AsyncStream<SyncState.Phase> { AsyncStream { $0.finish() } }

    var check: ServerCheck {
      ServerCheck(account: AccountStatusReader(login: self, connection: self), connection: self)
    }
  }

  @Test("a login without a connection says since when, and why")
  func outage() async {
    var fixed = Fixed()
    fixed.outage = ServerOutage(since: .sample, reason: ServerClientError(.timedOut))
    let status = await AccountStatusReader(login: fixed, connection: fixed).status()
    #expect(status.state == .loggedIn && status.disconnectedSince == .sample)
    #expect(status.problem == "The server did not answer in time.")
    #expect(
      await fixed.check.findings() == [
        DoctorFinding(
          .problem, "server", "Logged in, but not connected. The server did not answer in time.",
          remedy: "It is tried again by itself.")
      ])
    fixed.account.state = .loggedOut
    #expect(await AccountStatusReader(login: fixed, connection: fixed).status().disconnectedSince == nil)
  }

  @Test("each state of the login, and of the device")
  func states() async {
    var fixed = Fixed()
    let name = InboxService.machineName
    #expect(
      await fixed.check.findings().map(\.finding) == [
        "Logged in to https://vault.example.org.", "Registered as \(name); pushes arrive immediately.",
      ])
    fixed.phase = .catchingUp
    #expect(await fixed.check.findings()[1].finding == "Registered as \(name); what was missed is being fetched.")
    fixed.isRegistered = false
    #expect(await fixed.check.findings().map(\.severity) == [.ok, .warning])
    fixed.account = AccountStatus(state: .loggingIn)
    #expect(await fixed.check.findings().map(\.finding) == ["Logging in to the server."])
    fixed.account = AccountStatus(
      state: .needsCredentials, email: "ada@example.org", problem: "the server refuses the stored password")
    #expect(
      await fixed.check.findings() == [
        DoctorFinding(
          .problem, "server", "Not logged in as ada@example.org: the server refuses the stored password.",
          remedy: "Run vault login.", fix: .logIn)
      ])
    fixed.account = AccountStatus(state: .unreachable, problem: "It is off.")
    #expect(await fixed.check.findings().map(\.finding) == ["It is off."])
    #expect(await fixed.check.findings().map(\.fix) == [.logIn])
    for state in [AccountStatus.State.needsCredentials, .loggedOut, .unknown] {
      fixed.account = AccountStatus(state: state)
      #expect(await fixed.check.findings().map(\.remedy) == ["vault login"])
      #expect(await fixed.check.findings().map(\.fix) == [.logIn])
    }
  }

  @Test("a login that can't be read is told in words, with what to do first, and no login is offered")
  func unreadableLogin() async throws {
    let error = CredentialStoreError(.rolledBack, "/vault/credentials.db")
    let words = "The credential store is older than it was before: /vault/credentials.db."
    let login = LoginOf(phase: .unreachable(ServerClientError(error), retryIn: .seconds(1)))
    let status = await login.accountStatus()
    #expect(status.state == .unreachable && status.problem == words)
    var fixed = Fixed(account: status)
    fixed.trouble = await login.storeTrouble()
    #expect(
      await fixed.check.findings() == [
        DoctorFinding(
          .problem, "server", "The stored login can't be read. \(words)",
          remedy: "If you restored an older copy on purpose, accept it with vault store accept-rollback.")
      ])
    // What is wrong with the server is said as before.
    let away = LoginOf(phase: .unreachable(ServerClientError(.unreachable, "nobody listens"), retryIn: .seconds(1)))
    #expect(await away.accountStatus().problem == "nobody listens")
    #expect(await away.storeTrouble() == nil)
    let late = LoginOf(phase: .unreachable(ServerClientError(.timedOut), retryIn: .seconds(1)))
    #expect(await late.accountStatus().problem == "The server did not answer in time.")
  }

  /// A login in one phase.
  private struct LoginOf: LoginStatusReading {
    var phase: LoginState.Phase
    var origin: ServerOrigin?
    var storedEmail: String?

    func changes() -> AsyncStream<LoginState.Phase> { AsyncStream { $0.finish() } }
  }

  /// Records that can't be read.
  private struct Unreadable: DeviceRegistrationStore {
    func token(for user: UUID, at origin: ServerOrigin) throws -> String { throw CancellationError() }
    func forgetToken(for user: UUID, at origin: ServerOrigin) throws { throw CancellationError() }
    func registrations() throws -> Set<ServerOrigin> { throw CancellationError() }
    func setRegistered(_ isRegistered: Bool, for user: UUID, at origin: ServerOrigin) throws {
      throw CancellationError()
    }
  }

  @Test("former servers that are still to be told, and those that can't be told any more, but not the present one")
  func formerServers() async throws {
    let origins = try ["a", "b", "c", "d"].map { try ServerOrigin("https://\($0).example.org") }
    let device = InMemoryDeviceRegistrationStore(token: "token")
    for origin in origins { device.setRegistered(true, for: UUID(), at: origin) }
    var fixed = Fixed()
    func check(_ device: any DeviceRegistrationStore) -> DeregistrationCheck {
      DeregistrationCheck(connection: fixed, device: device, login: fixed)
    }
    #expect(await check(device).findings().isEmpty, "it is not known yet what a former process left")
    #expect(await check(Unreadable()).findings().isEmpty)
    (fixed.unfinishedDeregistrations, fixed.presentServer) = ([origins[1], origins[0]], origins[3])
    let findings = await check(device).findings()
    let beginnings = ["could not be notified", "could not be notified", "still has this device"]
    #expect(
      findings.count == 3
        && zip(findings, zip(origins, beginnings)).allSatisfy { $0.finding.hasPrefix("\($1.0) \($1.1)") })
    #expect(findings[1].remedy == "It is tried again by itself, for 30 days.")
    #expect(findings[2].remedy.hasSuffix("vault login --server \(origins[2])"))
    #expect(await check(device).notices() == findings.map(\.$finding))
    #expect(await check(Unreadable()).findings().map(\.severity) == [.problem])
  }
}
