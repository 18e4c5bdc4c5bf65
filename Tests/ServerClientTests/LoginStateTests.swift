import FoundationEssentials
import ServerAPI
import Testing

@testable import ServerClient

@Suite("How the login stands")
struct LoginStateTests {
  private let account = Account(id: UUID(), email: "ann@example.org")

  @Test("wanting a session logs in silently, once")
  func once() {
    var state = LoginState()
    #expect(state.handle(.wanted(resuming: false)) == [.logInSilently(resuming: false)])
    #expect(state.handle(.wanted(resuming: false)).isEmpty)
    #expect(state.handle(.accepted(account, wasSilent: true)).isEmpty)
    #expect(state.handle(.wanted(resuming: false)).isEmpty)
    #expect(state.phase == .loggedIn(account, wasSilent: true))
  }

  @Test("only a refusal of the server leads from a failure to a prompt", arguments: ServerClientError.Code.allCases)
  func failures(code: ServerClientError.Code) {
    var state = LoginState()
    _ = state.handle(.wanted(resuming: false))
    let actions = state.handle(.failed(ServerClientError(code), random: 0.5))
    if code == .invalidCredentials {
      #expect(state.phase == .needsCredentials(.refused))
      #expect(actions.isEmpty)
      #expect(state.handle(.wanted(resuming: true)).isEmpty)
    } else {
      guard case .unreachable(let error, let delay) = state.phase else {
        Issue.record("\(state.phase)")
        return
      }
      #expect(error.code == code)
      #expect(actions == [.retry(after: delay)])
      #expect(state.handle(.retryDue) == [.logInSilently(resuming: false)])
    }
  }

  @Test("after a logout nothing is silent until the owner asks")
  func loggedOut() {
    var state = LoginState()
    _ = state.handle(.accepted(account, wasSilent: true))
    #expect(state.handle(.loggedOut) == [.dropToken])
    #expect(state.handle(.wanted(resuming: false)).isEmpty)
    #expect(state.handle(.retryDue).isEmpty)
    #expect(state.handle(.wanted(resuming: true)) == [.logInSilently(resuming: true)])
  }

  @Test("a token that dies is dropped and replaced")
  func tokenDies() {
    var state = LoginState()
    #expect(state.handle(.tokenRefused(after: .zero, random: 0)).isEmpty)
    _ = state.handle(.accepted(account, wasSilent: false))
    let actions = state.handle(.tokenRefused(after: .seconds(60), random: 0))
    #expect(actions == [.dropToken, .logInSilently(resuming: false)])
  }

  @Test("a server that ends each session at once is sent the password later each time, and at once after one that held")
  func tokensDie() {
    var state = LoginState(policy: RetryPolicy(baseSeconds: 2, maximumSeconds: 60))
    func end(after seconds: Int) -> [LoginState.Action] {
      _ = state.handle(.accepted(account, wasSilent: true))
      return state.handle(.tokenRefused(after: .seconds(seconds), random: 1))
    }
    let atOnce: [LoginState.Action] = [.dropToken, .logInSilently(resuming: false)]
    #expect([end(after: 1), end(after: 1)] == [atOnce, atOnce])
    for wait in [2, 4, 8] { #expect(end(after: 1) == [.dropToken, .retry(after: .seconds(wait))]) }
    #expect(state.handle(.wanted(resuming: false)).isEmpty, "no command makes it quicker")
    #expect(state.handle(.wanted(resuming: true)) == [.logInSilently(resuming: true)])
    #expect(end(after: 30) == atOnce && end(after: 1) == atOnce)
    for _ in 1...3 { _ = end(after: 1) }
    _ = state.handle(.loggedOut)
    #expect(end(after: 1) == atOnce, "another login, perhaps elsewhere")
  }

  @Test("waits double up to the bound, are spread, and begin again after a success")
  func backoff() {
    let policy = RetryPolicy(baseSeconds: 2, maximumSeconds: 60)
    let error = ServerClientError(.unreachable)
    let ceilings = (1...8).map { policy.delay(afterFailures: $0, error: error, random: 1) }
    #expect(ceilings == [2, 4, 8, 16, 32, 60, 60, 60].map { Duration.seconds($0) })
    #expect(policy.delay(afterFailures: 3, error: error, random: 0) == .seconds(4))
    #expect(policy.delay(afterFailures: 1000, error: error, random: 1) == .seconds(60))
    var state = LoginState(policy: policy)
    for _ in 0..<5 { _ = state.handle(.failed(error, random: 1)) }
    _ = state.handle(.accepted(account, wasSilent: true))
    #expect(state.failures == 0)
  }

  @Test("no wait is shorter than the server asks for")
  func retryAfter() {
    let policy = RetryPolicy(baseSeconds: 2, maximumSeconds: 60)
    let error = ServerClientError(.throttled, retryAfterSeconds: 120)
    #expect(policy.delay(afterFailures: 1, error: error, random: 0) >= .seconds(120))
    var state = LoginState(policy: policy)
    _ = state.handle(.failed(error, random: 0))
    #expect(state.handle(.wanted(resuming: false)).isEmpty)
  }
}
