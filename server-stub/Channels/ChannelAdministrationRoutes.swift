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
      Route(.post, "/v1/admin/channels", administratorsOf: sessions, add),
      Route(.put, "/v1/admin/channels/:id", administratorsOf: sessions, describe),
      Route(.delete, "/v1/admin/channels/:id", administratorsOf: sessions, remove),
    ]
  }

  @Sendable private func add(_ asked: AdministratorRequest) async throws -> Response {
    let channel = try await channels.add(try await Self.details(asked.request))
    asked.context.logger.notice("channel made by an administrator", metadata: ["channel": "\(channel.id)"])
    return try Response.json(channel, status: .created)
  }

  @Sendable private func describe(_ asked: AdministratorRequest) async throws -> Response {
    let id = try asked.context.channelID
    let channel = try await channels.describe(
      id, as: try await Self.details(asked.request), for: asked.administrator.id)
    asked.context.logger.notice("channel description changed by an administrator", metadata: ["channel": "\(id)"])
    return try Response.json(channel)
  }

  @Sendable private func remove(_ asked: AdministratorRequest) async throws -> Response {
    let id = try asked.context.channelID
    try await channels.remove(id)
    asked.context.logger.notice("channel removed by an administrator", metadata: ["channel": "\(id)"])
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
