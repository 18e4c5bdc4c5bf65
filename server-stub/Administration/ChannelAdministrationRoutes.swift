internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import ServerAPI

/// `POST /v1/admin/channels`, `PUT` and `DELETE /v1/admin/channels/{id}`.
struct ChannelAdministrationRoutes: RouteGroup {
  let sessions: SessionService
  let channels: ChannelService

  var routes: [Route] {
    [
      Route(.post, "/v1/admin/channels", add),
      Route(.put, "/v1/admin/channels/:id", describe),
      Route(.delete, "/v1/admin/channels/:id", remove),
    ]
  }

  @Sendable private func add(_ request: Request, _ context: ServerContext) async throws -> Response {
    _ = try await sessions.administrator(of: request)
    let channel = try await channels.add(try await Self.details(request))
    context.logger.notice("channel made by an administrator", metadata: ["channel": "\(channel.id)"])
    return try Response.json(channel, status: .created)
  }

  @Sendable private func describe(_ request: Request, _ context: ServerContext) async throws -> Response {
    let administrator = try await sessions.administrator(of: request)
    let id = try context.channelID
    let channel = try await channels.describe(id, as: try await Self.details(request), for: administrator.id)
    context.logger.notice("channel described anew by an administrator", metadata: ["channel": "\(id)"])
    return try Response.json(channel)
  }

  @Sendable private func remove(_ request: Request, _ context: ServerContext) async throws -> Response {
    _ = try await sessions.administrator(of: request)
    let id = try context.channelID
    try await channels.remove(id)
    context.logger.notice("channel removed by an administrator", metadata: ["channel": "\(id)"])
    return Response(status: .noContent)
  }

  private static func details(_ request: Request) async throws -> ChannelDetails {
    let details = try await JSONBody.members(of: request).decode(ChannelDetails.self)
    do { try details.check() } catch {
      throw APIFailure(.invalidField, "the field \"\(error.field)\" \(error.rule)")
    }
    return details
  }
}
