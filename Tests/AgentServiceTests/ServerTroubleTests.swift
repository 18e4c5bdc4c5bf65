internal import FoundationEssentials
internal import ServerAPI
internal import Testing

@testable internal import AgentService
@testable internal import ServerClient

@Suite("What is told of the server without being asked")
struct ServerTroubleTests {
  private let start = Date(timeIntervalSince1970: 1_800_000_000)

  private func trouble(
    _ login: LoginState.Phase, unreachable: Double? = nil,
    outage: (code: ServerClientError.Code, seconds: Double)? = nil
  ) -> ServerTrouble? {
    let situation = ServerTrouble.Situation(
      login: login, server: "https://vault.example", email: "ada@example.org",
      unreachableSince: unreachable.map { start - $0 },
      outage: outage.map { ServerOutage(since: start - $0.seconds, reason: ServerClientError($0.code, "why")) })
    return ServerTrouble(situation, at: start)
  }

  private func away(_ code: ServerClientError.Code) -> LoginState.Phase {
    .unreachable(ServerClientError(code, "why"), retryIn: .seconds(1))
  }

  private let account = LoginState.Phase.loggedIn(
    Account(id: UUID(), email: "ada@example.org"), wasSilent: true)

  @Test("a refused password at once; no login, a logout and a login under way not at all")
  func login() {
    #expect(
      trouble(.needsCredentials(.refused))?.text
        == "https://vault.example refuses the stored password of ada@example.org.")
    for phase in [
      LoginState.Phase.idle, .loggingIn, .needsCredentials(.noItem), .needsCredentials(.loggedOut), account,
    ] {
      #expect(trouble(phase) == nil, "\(phase)")
    }
  }

  @Test("a certificate that does not fit and a refused account at once, before and after the login")
  func atOnce() {
    for found in [trouble(away(.tls), unreachable: 0), trouble(account, outage: (.tls, 0))] {
      #expect(found == .insecure(server: "https://vault.example", reason: "why"))
    }
    for found in [trouble(away(.forbidden), unreachable: 0), trouble(account, outage: (.forbidden, 0))] {
      #expect(found == .forbidden(server: "https://vault.example", reason: "why"))
    }
  }

  @Test("any other outage after an hour, also while a login is tried again")
  func hour() {
    let told = ServerTrouble.away(server: "https://vault.example")
    #expect(trouble(account, outage: (.unreachable, 3599)) == nil)
    #expect(trouble(account, outage: (.unreachable, 3600)) == told)
    #expect(trouble(away(.timedOut), unreachable: 3599) == nil)
    #expect(trouble(away(.timedOut), unreachable: 3600) == told)
    #expect(trouble(.loggingIn, unreachable: 3600) == told)
  }

  @Test("a store that can't be read is no matter of the server's")
  func store() {
    #expect(trouble(away(.store), unreachable: 90_000) == nil)
    #expect(trouble(away(.stateUnavailable), unreachable: 90_000) == nil)
  }
}
