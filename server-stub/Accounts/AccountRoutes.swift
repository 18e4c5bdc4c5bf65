internal import Hummingbird
internal import Logging
internal import ServerAPI

/// `POST /v1/accounts`.
struct AccountRoutes: RouteGroup {
  let accounts: AccountService
  let admission: ConnectionAdmission

  var routes: [Route] {
    [Route(.post, "/v1/accounts", register)]
  }

  @Sendable private func register(_ request: Request, _ context: ServerContext) async throws -> Response {
    // Whoever is not admitted is answered before anything of the body is read.
    guard accounts.registration != .closed else {
      throw APIFailure(.forbidden, "registration is closed; ask the administrator for an account")
    }
    let client = admission.client(request.headers, on: context.channel)
    let credentials = try await CredentialsBody.read(request)
    let account = try await accounts.register(credentials, from: client)
    context.logger.info("account made", metadata: ["account": "\(account.id)"])
    return try Response.json(account, status: .created)
  }
}
