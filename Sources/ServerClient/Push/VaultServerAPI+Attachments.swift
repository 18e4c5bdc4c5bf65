public import FoundationEssentials
internal import NIOCore
public import SecretMemory
public import ServerAPI

extension VaultServerAPI {
  /// How long a picture may take on its way, in seconds: 5 MiB at 90 KiB a second.
  static let pictureSeconds = 60.0

  /// `POST /v1/attachments`: brings a picture to the server.
  ///
  /// - Throws: ``ServerClientError/Code/invalidInput`` with the reason when the server rejects it.
  public func upload(
    picture bytes: [UInt8], at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> Attachment {
    let body = HTTPTransport.Body.bytes(ByteBuffer(bytes: bytes))
    var request = HTTPTransport.Request(
      method: .post, origin: origin, path: "/v1/attachments", token: token, body: body)
    request.seconds = Self.pictureSeconds
    return try AnswerReader.value(Attachment.self, from: try await transport.send(request))
  }

  /// `GET /v1/attachments/{id}`: the bytes of a picture. What they are is not looked at.
  ///
  /// - Parameter limit: the most bytes that are taken.
  /// - Throws: ``ServerClientError/Code/notFound`` when there is none, or none that the user may see;
  ///   ``ServerClientError/Code/garbage`` when it is longer.
  public func picture(
    _ id: UUID, atMost limit: Int, at origin: ServerOrigin, token: SharedSecret
  ) async throws(ServerClientError) -> [UInt8] {
    var request = HTTPTransport.Request(
      method: .get, origin: origin, path: AttachmentPath.text(of: id), token: token)
    request.accept = "image/png, image/jpeg, image/gif, image/webp"
    request.seconds = Self.pictureSeconds
    request.answerLimit = limit
    let answer = try await transport.send(request)
    try AnswerReader.checkStatus(answer)
    return [UInt8](answer.body.readableBytesView)
  }
}
