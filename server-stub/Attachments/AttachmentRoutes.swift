internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import PictureFormat
internal import ServerAPI

/// `POST /v1/attachments` and `GET /v1/attachments/{id}`.
struct AttachmentRoutes: RouteGroup {
  let senders: SenderService
  let attachments: AttachmentService

  var routes: [Route] {
    [Route(.post, "/v1/attachments", upload), Route(.get, "/v1/attachments/:id", download)]
  }

  @Sendable private func upload(_ request: Request, _ context: ServerContext) async throws -> Response {
    let sender = try await sender(of: request, context)
    let stored = try await attachments.upload(request, from: sender)
    context.logger.info(
      "picture stored", metadata: ["attachment": "\(stored.id)", "bytes": "\(stored.byteCount)"])
    let attachment = Attachment(id: stored.id, type: stored.kind.mediaType, bytes: stored.byteCount)
    var response = try Response.json(attachment, status: .created)
    response.headers[.location] = attachment.path
    return response
  }

  private func sender(of request: Request, _ context: ServerContext) async throws -> PushSender {
    let sender = try await senders.sender(of: request, context)
    guard sender.maySend else { throw APIFailure(.forbidden, "this token sends nothing") }
    return sender.pushSender
  }

  @Sendable private func download(_ request: Request, _ context: ServerContext) async throws -> Response {
    let reader = try await sender(of: request, context)
    guard let id = context.parameters.get("id").flatMap(UUID.init(uuidString:)),
      let stored = try await attachments.storage.attachment(id, readableBy: reader)
    else { throw APIFailure(.notFound, "there is no such picture") }
    return Self.response(stored, attachments.storage, unlessMatches: request.headers[.ifNoneMatch])
  }

  /// The picture, read from storage as fast as the client reads it; 304 when it has it already. What an id stands for never changes.
  private static func response(
    _ stored: StoredAttachment, _ storage: any ServerStorage, unlessMatches field: String?
  ) -> Response {
    let tag = EntityTag.of(digest: stored.digest)
    var headers: HTTPFields = [.eTag: tag, .cacheControl: "private, max-age=86400, immutable"]
    if let name = HTTPField.Name("Cross-Origin-Resource-Policy") { headers[name] = "same-origin" }
    guard !EntityTag.matches(tag, field) else { return Response(status: .notModified, headers: headers) }
    headers[.contentType] = stored.kind.mediaType
    headers[.contentDisposition] = "inline; filename=\"\(stored.id.uuidString).\(stored.kind.fileExtension)\""
    let body = ResponseBody(contentLength: stored.byteCount) { writer in
      var (number, rest) = (0, stored.byteCount)
      while rest > 0 {
        // Swept away meanwhile: the connection ends before the length it announced.
        guard let part = try await storage.part(number, ofAttachment: stored.id) else { throw CancellationError() }
        try await writer.write(ByteBuffer(bytes: part))
        number += 1
        rest -= part.count
      }
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: headers, body: body)
  }
}
