internal import Hummingbird
internal import Logging
internal import ServerAPI

/// `POST /v1/accounts`.
struct AccountRoutes: RouteGroup {
  let accounts: AccountService

  var routes: [Route] {
    [Route(.post, "/v1/accounts", register)]
  }

  @Sendable private func register(_ request: Request, _ context: ServerContext) async throws -> Response {
    // A closed door answers before it reads what is pushed through it.
    guard accounts.isRegistrationOpen else {
      throw APIFailure(.forbidden, "registration is closed; ask the administrator for an account")
    }
    let credentials = try await CredentialsBody.read(request)
    let account = try await accounts.register(credentials, from: context.clientAddress)
    context.logger.info("account made", metadata: ["account": "\(account.id)"])
    return try Response.json(account, status: .created)
  }
}
