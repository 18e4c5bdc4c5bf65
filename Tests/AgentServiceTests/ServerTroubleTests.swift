internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import ServerAPI
import Testing

@testable internal import AgentService
@testable internal import ServerClient

@Suite("What is told of the server without being asked")
struct ServerTroubleTests {
  private let server = "https://vault.example"

  private func trouble(
    _ login: LoginState.Phase, _ reason: ServerClientError.Code? = nil, for duration: Duration = .zero
  ) -> ServerTrouble? {
    ServerTrouble(
      login, server: server, email: "ada@example.org",
      failure: reason.map { .init(reason: ServerClientError($0, "why"), duration: duration) })
  }

  private func away(_ code: ServerClientError.Code) -> LoginState.Phase {
    .unreachable(ServerClientError(code, "why"), retryIn: .seconds(1))
  }

  private let account = LoginState.Phase.loggedIn(Account(id: UUID(), email: "ada@example.org"), wasSilent: true)

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

  @Test("a refused password leads to the window's form, where there is a window, and names no command")
  func wayOut() {
    let refused = trouble(.needsCredentials(.refused))
    #expect(refused?.target == PlaceTarget("login", .inbox))
    #expect(refused?.advice == "Log in with the password that the server has now.")
    #expect(trouble(account, .forbidden)?.target == PlaceTarget("login"))
  }

  @Test("a refused account at once, a certificate that does not fit after two minutes, anything else after an hour")
  func patience() {
    for login in [account, away(.unreachable), .loggingIn] {
      #expect(trouble(login, .forbidden) == .forbidden(server: server))
      #expect(trouble(login, .tls, for: .seconds(119)) == nil)
      #expect(trouble(login, .tls, for: .seconds(120)) == .insecure(server: server, reason: "why"))
      #expect(trouble(login, .unreachable, for: .seconds(3599)) == nil)
      #expect(trouble(login, .timedOut, for: .seconds(3600)) == .away(server: server))
      for reason in [ServerClientError.Code.store, .stateUnavailable] {
        #expect(trouble(login, reason, for: .seconds(90_000)) == nil, "no matter of the server's")
      }
    }
  }

  @Test("a try that is under way changes nothing of what is known, and a connection ends it")
  func clock() {
    var clock = ServerOutageClock()
    #expect(clock.note(.loggingIn, nil, at: .seconds(1)) == nil)
    #expect(clock.note(away(.tls), nil, at: .seconds(2))?.duration == .zero)
    let during = clock.note(.loggingIn, nil, at: .seconds(130))
    #expect(during?.duration == .seconds(128) && during?.reason.code == .tls)
    let outage = ServerOutage(since: .distantPast, reason: ServerClientError(.timedOut))
    let next = clock.note(account, outage, at: .seconds(140))
    #expect(next?.duration == .seconds(138) && next?.reason.code == .timedOut)
    #expect(clock.note(account, nil, at: .seconds(150)) == nil)
    #expect(clock.note(away(.unreachable), nil, at: .seconds(160))?.duration == .zero, "it begins anew")
    #expect(clock.note(.needsCredentials(.loggedOut), nil, at: .seconds(170)) == nil)
  }
}
