internal import AgentAPI
internal import Localization
internal import Terminal

/// An account in words.
struct AccountText {
  private let account: AccountStatus

  init(_ account: AccountStatus) { self.account = account }

  /// `Logged in as …`.
  func printLogin(to output: OutputStream) throws {
    try checkLoggedIn()
    let how = account.wasSilent ? " with the stored credentials" : ""
    try output.line(Escaping.line("Logged in as \(name)\(how)."))
  }

  /// The email alone, for scripts and people alike.
  func printName(to output: OutputStream) throws {
    try checkLoggedIn()
    try output.line(Escaping.line(account.email ?? "unknown"))
  }

  /// - Throws: a failure that fits the state, unless a session is open.
  private func checkLoggedIn() throws {
    switch account.state {
    case .loggedIn: return
    case .loggingIn: throw Failure(.tryLater, "The login is still under way.", hint: "Try again.")
    case .unreachable:
      throw Failure(.unavailable, verbatim: account.problem ?? "The server can't be reached.", hint: "Try again later.")
    case .needsCredentials, .loggedOut, .unknown:
      let reason = account.problem.map { ": \($0)" } ?? ""
      throw Failure(.refused, "Nobody is logged in\(reason).", hint: "Run `vault login`.")
    }
  }

  private var name: String { [account.email ?? "unknown", account.server].compactMap { $0 }.joined(separator: " at ") }
}
