import AgentAPI
import DesktopModel
import Localization
import Testing
import VaultClient

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

extension CareModelTests {
  @Test("a backup comes back whole into an empty vault, as lost texts into one with an owner, and not over tasks")
  func restored() async {
    let model = CareModel(service)
    #expect(await model.restoring() == .everything)
    model.restore(from: "/tmp/a.vault", .everything)
    while model.isWaiting { await Task.yield() }
    #expect(service.calls == ["restore /tmp/a.vault"] && model.told == .success("Restored."))
    service.restores = .lostTexts
    #expect(await model.restoring() == .lostTexts)
    model.restore(from: "/tmp/a.vault", .lostTexts)
    while model.isWaiting { await Task.yield() }
    #expect(service.calls.last == "texts /tmp/a.vault")
    service.restores = .nothing
    #expect(await model.restoring() == nil)
    guard case .failure(let failure) = model.told else { return #expect(Bool(false), "it is told why not") }
    #expect(failure.message == "This vault has tasks already." && !failure.hint.isEmpty)
  }
}

@MainActor
private final class LoggedIn: AccountService, BackupService {
  var restores = Restoring.everything
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

  func restoring() async throws(Failure) -> Restoring { restores }

  func restore(from path: String, textsOnly: Bool) async throws(Failure) -> String {
    calls.append("\(textsOnly ? "texts" : "restore") \(path)")
    return "Restored."
  }

  func backUp(to path: String) async throws(Failure) -> String {
    if let failure { throw failure }
    calls.append("backup \(path)")
    return "Written."
  }
}
