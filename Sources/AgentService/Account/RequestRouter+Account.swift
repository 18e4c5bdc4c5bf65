internal import AgentAPI

extension RequestRouter {
  /// Requests about the login.
  mutating func route(to account: AccountController) {
    on(LogIn.self) { (request, conversation) throws(Failure) in try await account.logIn(request, conversation) }
    on(LogOut.self) { (request) throws(Failure) in Acknowledgement(try await account.logOut(forget: request.forget)) }
    on(ShowAccount.self) { (_, conversation) throws(Failure) in try await account.whoami(conversation) }
  }
}
