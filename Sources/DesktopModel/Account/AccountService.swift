public import AgentAPI
internal import Localization
internal import VaultClient

/// What the window asks of the agent about the login.
public protocol AccountService: Sendable {
  /// How the login stands; contacts nobody.
  func account() async throws(Failure) -> AccountStatus

  /// Logs in with what is stored, and asks nobody.
  func logInSilently() async throws(Failure)

  /// Ends the login of this machine.
  ///
  /// - Parameter forgets: whether the stored login goes, too.
  /// - Returns: what was done, in sentences.
  func logOut(forgets: Bool) async throws(Failure) -> String

  /// Logs in with what somebody typed.
  ///
  /// - Returns: what the agent told besides, a sentence each.
  func logIn(_ entries: LoginEntries, _ password: PasswordBox) async throws(Failure) -> [String]
}

extension AgentLink: AccountService {
  public func account() async throws(Failure) -> AccountStatus { try await send(ShowStatus()).account }

  public func logOut(forgets: Bool) async throws(Failure) -> String {
    let words = try await askServer(LogOut(forget: forgets)).message
    forgetNames(of: nil)
    return words
  }

  public func logInSilently() async throws(Failure) {
    _ = try await askServer(LogIn(), isAsked: false)
    followInbox()
    learnNames()
  }

  public func logIn(_ entries: LoginEntries, _ password: PasswordBox) async throws(Failure) -> [String] {
    guard let asker else { throw Failure(.refused, verbatim: localized("Nobody is there to be asked.")) }
    let responder = FormResponder(password, asker: asker)
    _ = try await responder.during { () async throws(Failure) in
      try await askServer(LogIn(email: entries.email, server: entries.server), by: responder)
    }
    // Whoever is logged in now has an inbox, which could not be followed before.
    followInbox()
    learnNames()
    return responder.notes
  }
}
