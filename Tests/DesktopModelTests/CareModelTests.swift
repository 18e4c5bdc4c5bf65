import AgentAPI
import DesktopModel
import Localization
import Testing

@Suite("Login and backup in the preferences", .timeLimit(.minutes(1)))
@MainActor
struct CareModelTests {
  private let service = LoggedIn()

  @Test("are cared for one at a time, and told")
  func one() async {
    let model = CareModel(service)
    model.refresh()
    while model.account == nil { await Task.yield() }
    model.backUp(to: "/tmp/a.vault")
    model.logOut(forgets: true)
    while model.isWaiting { await Task.yield() }
    #expect(service.calls == ["backup /tmp/a.vault"] && model.told == .success("Written."))
    model.logOut(forgets: true)
    while model.isWaiting { await Task.yield() }
    #expect(service.calls.last == "out true" && model.account == nil)
    service.failure = Failure(.refused, "The PIN is wrong.")
    model.backUp(to: "/tmp/b.vault")
    while model.isWaiting { await Task.yield() }
    #expect(model.told == .failure(Failure(.refused, "The PIN is wrong.")))
    service.failure = Failure(.refused, "Nothing was done.")
    model.backUp(to: "/tmp/b.vault")
    while model.isWaiting { await Task.yield() }
    #expect(model.told == nil, "whoever declines knows")
  }
}

@MainActor
private final class LoggedIn: AccountService, BackupService {
  var email: String? = "ada@example.org"
  var calls: [String] = []
  var failure: Failure?

  func account() async throws(Failure) -> AccountStatus { AccountStatus(state: .loggedIn, email: email) }

  func logInSilently() async throws(Failure) {}

  func logIn(_ entries: LoginEntries, _ password: PasswordBox) async throws(Failure) -> [String] { [] }

  func logOut(forgets: Bool) async throws(Failure) -> String {
    calls.append("out \(forgets)")
    email = nil
    return "Logged out."
  }

  func backUp(to path: String) async throws(Failure) -> String {
    if let failure { throw failure }
    calls.append("backup \(path)")
    return "Written."
  }
}
