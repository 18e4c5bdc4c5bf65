internal import Hummingbird
internal import Logging
internal import NIOCore
internal import ServerAPI

/// `POST /v1/sessions`, `DELETE /v1/sessions/current` and `GET /v1/me`.
struct SessionRoutes: RouteGroup {
  let sessions: SessionService
  let admission: ConnectionAdmission

  var routes: [Route] {
    [
      Route(.post, "/v1/sessions", login),
      Route(.delete, "/v1/sessions/current", logout),
      Route(.get, "/v1/me", me),
    ]
  }

  @Sendable private func login(_ request: Request, _ context: ServerContext) async throws -> Response {
    let client = admission.client(request.headers, on: context.channel)
    let credentials = try await CredentialsBody.read(request)
    do {
      let session = try await sessions.login(credentials, from: client) { [admission] account in
        admission.markKnown(context.channel, of: account)
      }
      context.logger.info("logged in", metadata: ["account": "\(session.account.id)"])
      return try Response.json(session, status: .created)
    } catch let failure as APIFailure {
      context.logger.notice(
        "login refused", metadata: ["code": "\(failure.code.rawValue)", "address": "\(client.limitKey)"])
      throw failure
    }
  }

  @Sendable private func logout(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try BearerToken.read(request)
    _ = try await sessions.authenticate(token)
    try await sessions.logout(token)
    return Response(status: .noContent)
  }

  @Sendable private func me(_ request: Request, _ context: ServerContext) async throws -> Response {
    let account = try await sessions.storedAccount(of: request)
    let own = OwnAccount(id: account.id, email: account.email.display, isAdministrator: account.isAdministrator)
    return Response.json(bytes: ByteBuffer(bytes: own.json))
  }
}
