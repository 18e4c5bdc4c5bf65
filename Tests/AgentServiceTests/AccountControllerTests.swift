import AgentAPI
import Foundation
import Localization
import SecretMemory
import ServerAPI
import Synchronization
import Testing

@testable import AgentService
@testable import ServerClient

@Suite("Requests about the login")
struct AccountControllerTests {
  private static let ada = Account(id: UUID(), email: "ada@example.org")
  private let here: ServerOrigin
  private let there: ServerOrigin

  init() throws {
    here = try ServerOrigin("https://vault.example")
    there = try ServerOrigin("https://other.example")
  }

  /// A login, and the device that it is on, which stand as they were told to.
  private final class Login: LoginManaging, DeviceLogin {
    struct State {
      var phase = LoginState.Phase.needsCredentials(.noItem)
      var origin: ServerOrigin?
      var wanted: ServerOrigin?
      var storedEmail: String?
      var known: (email: String, origin: ServerOrigin)?
      /// What the session is good for.
      var sessionProblem: ServerClientError?
      /// What logins with an answer come to, one after the other; nil for success.
      var problems: [ServerClientError?] = []
      var logoutProblem: Result<ServerClientError?, ServerClientError> = .success(nil)
      var user: UInt32?
      var storageError: ServerClientError?
    }

    let log = CallLog()
    private let state: Mutex<State>

    init(_ change: (inout State) -> Void) {
      var state = State()
      change(&state)
      self.state = Mutex(state)
    }

    var phase: LoginState.Phase { state.withLock { $0.phase } }
    var origin: ServerOrigin? { state.withLock { $0.origin } }
    var wanted: ServerOrigin? { state.withLock { $0.wanted } }
    var storedEmail: String? { state.withLock { $0.storedEmail } }

    func changes() -> AsyncStream<LoginState.Phase> { AsyncStream { $0.finish() } }

    func knownLogin() -> (email: String, origin: ServerOrigin)? { state.withLock { $0.known } }

    func logInSilently(resuming: Bool) -> LoginState.Phase {
      log.add(resuming ? "silently, resuming" : "silently")
      return phase
    }

    func me() throws(ServerClientError) -> Account {
      log.add("me")
      if let problem = state.withLock({ $0.sessionProblem }) { throw problem }
      return AccountControllerTests.ada
    }

    func logIn(
      email: String, password: consuming SecretBytes, origin: ServerOrigin
    ) throws(ServerClientError) -> AuthClient.Result {
      log.add("\(email) at \(origin) with \(password.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })")
      return try state.withLock { (state) throws(ServerClientError) in
        if !state.problems.isEmpty, let problem = state.problems.removeFirst() { throw problem }
        let account = Account(id: AccountControllerTests.ada.id, email: email)
        (state.phase, state.origin) = (.loggedIn(account, wasSilent: false), origin)
        return AuthClient.Result(account: account, origin: origin, user: state.user, storageError: state.storageError)
      }
    }

    func logOut(forget: Bool) throws(ServerClientError) -> ServerClientError? {
      log.add(forget ? "log out, forgetting" : "log out")
      return try state.withLock { $0.logoutProblem }.get()
    }
  }

  private func controller(_ login: Login) -> AccountController { AccountController(login: login, device: login) }

  private func failure(_ body: () async throws -> Void) async -> Failure? {
    await #expect(throws: Failure.self) { try await body() }
  }

  @Test("log in with what is stored, once the server says that the session is good, and ask nothing")
  func silent() async throws {
    let login = Login { [here] in ($0.phase, $0.origin) = (.loggedIn(Self.ada, wasSilent: true), here) }
    let conversation = try ScriptedConversation("typed")
    let status = try await controller(login).logIn(LogIn(), conversation)
    #expect(status == AccountStatus(state: .loggedIn, email: Self.ada.email, server: "\(here)", wasSilent: true))
    #expect(login.log.calls == ["silently, resuming", "me"])
    #expect(conversation.questions.isEmpty && conversation.told.isEmpty)
  }

  @Test("ask for the email, then for the password, where nothing is stored")
  func asks() async throws {
    let login = Login { _ in }
    let conversation = try ScriptedConversation("ada@example.org", "a password")
    let status = try await controller(login).logIn(LogIn(server: "https://vault.example"), conversation)
    #expect(status.state == .loggedIn && status.email == "ada@example.org" && status.server == "\(here)")
    #expect(conversation.questions == ["Email for https://vault.example", "Password of ada@example.org"])
    #expect(
      login.log.calls == ["silently, resuming", "ada@example.org at https://vault.example with a password"])
  }

  @Test("send the stored login nowhere when another is asked for")
  func another() async throws {
    for request in [LogIn(email: "bob@example.org"), LogIn(email: Self.ada.email, server: "\(there)")] {
      let login = Login { [here] in ($0.origin, $0.known) = (here, (Self.ada.email, here)) }
      let conversation = try ScriptedConversation("a password")
      _ = try await controller(login).logIn(request, conversation)
      #expect(login.log.calls.count == 1 && login.log.calls[0].hasSuffix("with a password"), "\(login.log.calls)")
    }
    let login = Login { [here] in
      ($0.origin, $0.known, $0.phase) = (here, (Self.ada.email, here), .loggedIn(Self.ada, wasSilent: true))
    }
    _ = try await controller(login).logIn(LogIn(email: Self.ada.email), ScriptedConversation())
    #expect(login.log.calls == ["silently, resuming", "me"], "the same is no other")
  }

  @Test("ask three times at most, and say each time what was wrong")
  func wrongPassword() async throws {
    let wrong = ServerClientError(.invalidCredentials)
    let login = Login { [here] in ($0.origin, $0.problems) = (here, [wrong, wrong, wrong]) }
    let conversation = try ScriptedConversation("one", "two", "three", "four")
    let refusal = await failure { _ = try await controller(login).logIn(LogIn(email: "a@b.c"), conversation) }
    #expect(refusal?.code == .refused && refusal?.message == "The server says that email or password are wrong.")
    let again = "Password of a@b.c (empty: another email)"
    #expect(conversation.questions == ["Password of a@b.c", again, again])
    #expect(conversation.told == [String](repeating: "The server says that email or password are wrong.", count: 3))

    let second = Login { [here] in ($0.origin, $0.problems) = (here, [wrong]) }
    let status = try await controller(second).logIn(LogIn(email: "a@b.c"), ScriptedConversation("one", "two"))
    #expect(status.state == .loggedIn)
    let silent = Login { [here] in ($0.origin, $0.problems) = (here, [wrong]) }
    let unanswered = await failure {
      _ = try await controller(silent).logIn(LogIn(email: "a@b.c"), ScriptedConversation("one"))
    }
    #expect(unanswered?.message == "The server says that email or password are wrong.", "not that nobody answered")
    let away = Login { [here] in ($0.origin, $0.problems) = (here, [ServerClientError(.timedOut)]) }
    let once = try ScriptedConversation("one", "two")
    let timeout = await failure { _ = try await controller(away).logIn(LogIn(email: "a@b.c"), once) }
    #expect(timeout?.code == .unavailable)
    #expect(once.questions.count == 1 && once.told.isEmpty)
  }

  @Test("ask again for what is no email, with what was typed to edit, and never in place of the password")
  func mistypedEmail() async throws {
    let login = Login { [here] in ($0.origin, $0.problems) = (here, [ServerClientError(.invalidCredentials)]) }
    let conversation = try ScriptedConversation("ada", " ada@example.org ", "wrong", "right")
    #expect(try await controller(login).logIn(LogIn(), conversation).email == "ada@example.org")
    let email = "Email for \(here)"
    let password = "Password of ada@example.org"
    #expect(conversation.questions == [email, email, password, password + " (empty: another email)"])
    #expect(conversation.drafts == [nil, "ada", nil, nil])
    #expect(
      conversation.told == ["That is not an email address.", "The server says that email or password are wrong."])
    let never = try ScriptedConversation("a", "b", "c", "d")
    let loggedOut = Login { [here] in $0.origin = here }
    let refusal = await failure { _ = try await controller(loggedOut).logIn(LogIn(), never) }
    #expect(refusal?.code == .usage && never.questions == [email, email, email])
  }

  @Test("an empty line leads from a refused password back to the email, which is edited; three logins are tried in all")
  func wrongEmail() async throws {
    let wrong = ServerClientError(.invalidCredentials)
    let login = Login { [here] in ($0.origin, $0.problems) = (here, [wrong]) }
    let conversation = try ScriptedConversation("ada@exmple.org", "a password", "", "ada@example.org", "a password")
    #expect(try await controller(login).logIn(LogIn(), conversation).email == "ada@example.org")
    #expect(
      conversation.questions == [
        "Email for \(here)", "Password of ada@exmple.org", "Password of ada@exmple.org (empty: another email)",
        "Email for \(here)", "Password of ada@example.org",
      ])
    #expect(conversation.drafts == [nil, nil, nil, "ada@exmple.org", nil])
    let never = Login { [here] in ($0.origin, $0.problems) = (here, [wrong, wrong, wrong]) }
    let answers = ["one", "", "b@b.c", "two", "", "c@b.c", "three", "four"]
    let refusal = await failure {
      _ = try await controller(never).logIn(LogIn(email: "a@b.c"), ScriptedConversation(answers: answers))
    }
    #expect(refusal?.code == .refused && never.log.calls.filter { $0.contains(" at ") }.count == 3)
    let first = Login { [here] in ($0.origin, $0.problems) = (here, [wrong]) }
    let empty = try ScriptedConversation("", "right")
    #expect(try await controller(first).logIn(LogIn(email: "a@b.c"), empty).state == .loggedIn)
    #expect(empty.questions.count == 2, "before a refusal an empty line is a password as any other")
  }

  @Test("say whose stored password is refused, and ask only for that")
  func refusedPassword() async throws {
    let login = Login { [here] in
      ($0.phase, $0.origin, $0.storedEmail) = (.needsCredentials(.refused), here, Self.ada.email)
    }
    let conversation = try ScriptedConversation("the new one")
    #expect(try await controller(login).logIn(LogIn(), conversation).state == .loggedIn)
    #expect(conversation.told == ["The server refuses the stored password of ada@example.org."])
    #expect(conversation.questions == ["Password of ada@example.org (empty: another email)"])
    let other = Login { [here] in
      ($0.phase, $0.origin, $0.storedEmail) = (.needsCredentials(.refused), here, Self.ada.email)
    }
    let refusal = await failure { _ = try await controller(other).whoami(ScriptedConversation()) }
    #expect(refusal?.code == .refused && refusal?.hint.contains("--password-stdin") == true)
  }

  @Test("refuse what leads nowhere before anything is asked for")
  func refusals() async throws {
    let conversation = try ScriptedConversation("typed", "typed")
    let nowhere = await failure { _ = try await controller(Login { _ in }).logIn(LogIn(), conversation) }
    #expect(nowhere?.code == .configuration && nowhere?.message == "No server is known.")
    let bound = Login { [here] in ($0.wanted, $0.origin) = (here, here) }
    let elsewhere = await failure {
      _ = try await controller(bound).logIn(LogIn(server: "https://other.example"), conversation)
    }
    #expect(elsewhere?.message == "The configuration names the server https://vault.example.")
    let address = await failure {
      _ = try await controller(bound).logIn(LogIn(server: "http://192.0.2.1"), conversation)
    }
    #expect(address?.code == .configuration && address?.message.hasPrefix("That is not a server address") == true)
    let away = Login { [here] in
      ($0.phase, $0.origin) = (.unreachable(ServerClientError(.timedOut), retryIn: .seconds(1)), here)
    }
    #expect(await failure { _ = try await controller(away).logIn(LogIn(), conversation) }?.code == .unavailable)
    #expect(await failure { _ = try await controller(away).whoami(conversation) }?.code == .unavailable)
    #expect(conversation.questions.isEmpty)
    for text in ["ada", "a@b@c", "@b", "a@", "a b@c"] {
      let slip = await failure { _ = try await controller(bound).logIn(LogIn(email: text), conversation) }
      #expect(slip?.code == .usage && slip?.message == "\u{201C}\(text)\u{201D} is not an email address.")
    }
    #expect(conversation.questions.isEmpty && bound.log.calls.allSatisfy { !$0.contains(" at ") })
    let unanswered = await failure {
      _ = try await controller(bound).logIn(LogIn(email: "a@b.c"), ScriptedConversation())
    }
    #expect(unanswered?.message.contains("Password of a@b.c") == true && unanswered?.code == .refused)
  }

  @Test("say whose program the server is, and that the login could not be stored, after a login")
  func afterwards() async throws {
    let login = Login { [here] in
      ($0.origin, $0.user, $0.storageError) = (here, 1234, ServerClientError(.stateUnavailable, "the disk is full"))
    }
    let conversation = try ScriptedConversation("a password")
    #expect(try await controller(login).logIn(LogIn(email: "a@b.c"), conversation).state == .loggedIn)
    #expect(conversation.told.count == 2)
    #expect(conversation.told.first?.contains("the user with the number 1234") == true)
    #expect(conversation.told.last == "Logged in, but the login could not be stored: the disk is full")
  }

  @Test("ask before what needs the server, where that knows no login of the owner's")
  func needed() async throws {
    let refused = Login { [here] in
      ($0.phase, $0.origin, $0.storedEmail) = (.needsCredentials(.refused), here, Self.ada.email)
    }
    let conversation = try ScriptedConversation("the new one")
    try await controller(refused).askIfNeeded(conversation)
    #expect(conversation.questions == ["Password of ada@example.org (empty: another email)"])
    let away = Login { [here] in
      ($0.phase, $0.origin) = (.unreachable(ServerClientError(.timedOut), retryIn: .seconds(1)), here)
    }
    #expect(await failure { try await controller(away).askIfNeeded(ScriptedConversation()) }?.code == .unavailable)
    for phase in [LoginState.Phase.loggedIn(Self.ada, wasSilent: true), .needsCredentials(.loggedOut)] {
      let login = Login { [here] in ($0.phase, $0.origin) = (phase, here) }
      let silent = try ScriptedConversation("typed")
      try await controller(login).askIfNeeded(silent)
      #expect(silent.questions.isEmpty, "\(phase)")
    }
    let nowhere = try ScriptedConversation("typed")
    try await controller(Login { _ in }).askIfNeeded(nowhere)
    #expect(nowhere.questions.isEmpty, "without a server there is nothing to log in to")
  }

  @Test("say who is logged in, and ask only where nothing else helps")
  func whoami() async throws {
    let loggedOut = Login { $0.phase = .needsCredentials(.loggedOut) }
    let conversation = try ScriptedConversation("ada@example.org", "a password")
    let refusal = await failure { _ = try await controller(loggedOut).whoami(conversation) }
    #expect(refusal?.code == .refused && refusal?.message == "You are logged out.")
    let busy = Login { $0.phase = .loggingIn }
    #expect(await failure { _ = try await controller(busy).whoami(conversation) }?.code == .tryLater)
    let good = Login { [here] in ($0.phase, $0.origin) = (.loggedIn(Self.ada, wasSilent: true), here) }
    #expect(try await controller(good).whoami(conversation).email == Self.ada.email)
    #expect(good.log.calls == ["silently", "me"] && conversation.questions.isEmpty)
    let ended = Login { [here] in
      ($0.phase, $0.origin) = (.loggedIn(Self.ada, wasSilent: true), here)
      $0.sessionProblem = ServerClientError(.needsCredentials)
    }
    #expect(try await controller(ended).whoami(conversation).state == .loggedIn)
    #expect(conversation.questions == ["Email for https://vault.example", "Password of ada@example.org"])
    let away = Login {
      ($0.phase, $0.sessionProblem) = (.loggedIn(Self.ada, wasSilent: true), ServerClientError(.timedOut))
    }
    #expect(await failure { _ = try await controller(away).whoami(ScriptedConversation()) }?.code == .unavailable)
  }

  @Test("log out, and say what stays")
  func logout() async throws {
    let login = Login { _ in }
    #expect(
      try await controller(login).logOut(forget: false)
        == "Logged out; the login stays stored until vault logout --forget.")
    #expect(try await controller(login).logOut(forget: true) == "Logged out; the stored login is gone.")
    #expect(login.log.calls == ["log out", "log out, forgetting"])
    let away = Login { $0.logoutProblem = .success(ServerClientError(.timedOut)) }
    #expect(
      try await controller(away).logOut(forget: true)
        == "Logged out; the stored login is gone. The server could not be notified; its session ends by itself.")
    let broken = Login { $0.logoutProblem = .failure(ServerClientError(.stateUnavailable, "the disk is full")) }
    #expect(await failure { _ = try await controller(broken).logOut(forget: true) }?.code == .inputOutput)
  }
}
