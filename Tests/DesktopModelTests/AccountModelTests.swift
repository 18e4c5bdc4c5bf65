import AgentAPI
import DesktopModel
import Localization
import SecretMemory
import Testing

@Suite("The login at the window", .timeLimit(.minutes(1)))
@MainActor
struct AccountModelTests {
  private let login = Login()

  private func model() async -> AccountModel {
    let model = AccountModel(login)
    model.refresh()
    await changed(model) { model.state != .unknown }
    return model
  }

  /// Waits until something holds that a change of the model brings.
  private func changed(_ model: AccountModel, _ condition: @escaping () -> Bool) async {
    while !condition() { await Task.yield() }
  }

  private func secret(_ text: String) throws -> SharedSecret { SharedSecret(try SecretBytes(Array(text.utf8))) }

  @Test("leads to a form where there are no valid credentials, and says why")
  func refused() async {
    login.status = AccountStatus(
      state: .needsCredentials, email: "ada@example.org", server: "https://v", problem: "The server refuses it.")
    let model = await model()
    #expect(model.state == .needsLogin && model.reason == "The server refuses it.")
    #expect(model.refusal == "The server refuses it.", "which other pages tell, too")
    #expect(model.known == ("ada@example.org", "https://v"))
    login.status = AccountStatus(state: .loggedIn, email: "ada@example.org")
    model.refresh()
    await changed(model) { model.state != .needsLogin }
    #expect(model.refusal == nil)
  }

  @Test("leads nowhere while there are valid ones")
  func valid() async {
    login.status = AccountStatus(state: .loggedIn, email: "ada@example.org")
    #expect(await !model().leadsToLogin)
  }

  @Test(
    "sends nothing that can't be right",
    arguments: [
      ("", "secret", "https://v"), ("ada", "secret", "https://v"), ("ada@", "secret", "https://v"),
      ("a b@c", "secret", "https://v"), ("a@b@c", "secret", "https://v"), ("ada@example.org", "", "https://v"),
      ("ada@example.org", "secret", ""), ("ada@example.org", "secret", "https://"),
      ("ada@example.org", "secret", "ftp://v"), ("ada@example.org", "secret", "https:///x"),
    ])
  func slips(_ email: String, _ password: String, _ server: String) async throws {
    let model = await model()
    model.logIn(LoginEntries(email: email, server: server), try secret(password))
    #expect(!model.problems.isEmpty && !model.isWaiting && login.sent.isEmpty)
  }

  @Test("takes an address without a scheme for one of https, and the known one where none is given")
  func addresses() async throws {
    #expect(LoginEntries(email: " ada@example.org ", server: " v.example.org ").server == "https://v.example.org")
    #expect(LoginEntries(email: " ada@example.org ", server: " ").email == "ada@example.org")
    #expect(LoginEntries(email: "", server: "  ").serverProblem(isKnown: true) == nil)
    #expect(LoginEntries(email: "", server: "").serverProblem(isKnown: false) != nil)
  }

  @Test("shows what the server says in place, and has it gone with the next try")
  func refusal() async throws {
    let model = await model()
    login.refusal = Failure(.refused, "Email or password are wrong.", hint: "Use --email.")
    model.logIn(LoginEntries(email: "ada@example.org", server: "v"), try secret("wrong"))
    #expect(model.isWaiting)
    // A second click changes nothing.
    model.logIn(LoginEntries(email: "ada@example.org", server: "v"), try secret("wrong"))
    await changed(model) { !model.isWaiting }
    #expect(model.problems.whole == "Email or password are wrong." && login.sent == ["wrong"])
    login.refusal = nil
    var notices: [Notice] = []
    model.loggedIn = { notices.append($0) }
    model.logIn(LoginEntries(email: "ada@example.org", server: "v"), try secret("right"))
    #expect(model.problems.isEmpty)
    await changed(model) { model.state == .loggedIn(email: "ada@example.org") }
    #expect(notices == [Notice("Logged in. Something to know.")] && login.sent == ["wrong", "right"])
  }

  @Test("says by the address what is wrong with the server, and until it is typed anew")
  func server() async throws {
    let model = await model()
    login.refusal = Failure(.unavailable, "No secure connection to the server.", hint: "Check the address.")
    model.logIn(LoginEntries(email: "ada@example.org", server: "v"), try secret("right"))
    model.forget(\.server)
    await changed(model) { !model.isWaiting }
    #expect(model.problems.server?.hasPrefix("No secure connection to the server.") == true)
    #expect(model.problems.whole == nil)
    model.forget(\.email)
    #expect(model.problems.server != nil)
    model.forget(\.server)
    #expect(model.problems.isEmpty)
  }

  @Test("after a logout uses what is stored, or another account")
  func loggedOut() async {
    login.status = AccountStatus(state: .loggedOut)
    let model = await model()
    #expect(model.state == .loggedOut && model.leadsToLogin)
    model.useAnother()
    #expect(model.state == .needsLogin)
    model.logInSilently()
    await changed(model) { model.state == .loggedIn(email: "ada@example.org") }
  }
}

/// An agent's answers about a login.
@MainActor
private final class Login: AccountService {
  var status = AccountStatus(state: .needsCredentials)
  var refusal: Failure?
  var sent: [String] = []

  func account() async throws(Failure) -> AccountStatus { status }

  func logOut(forgets: Bool) async throws(Failure) -> String { "Logged out." }

  func logInSilently() async throws(Failure) { status = AccountStatus(state: .loggedIn, email: "ada@example.org") }

  func logIn(_ entries: LoginEntries, _ password: PasswordBox) async throws(Failure) -> [String] {
    let taken = password.take()
    sent.append(taken?.bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } ?? "")
    if let refusal { throw refusal }
    status = AccountStatus(state: .loggedIn, email: entries.email)
    return ["Something to know."]
  }
}
