internal import AgentAPI
internal import Inbox
internal import Localization
internal import PictureFormat
internal import SecretMemory
internal import ServerAPI
internal import ServerClient

/// Brings pictures to the server.
protocol PictureUploading: Sendable {
  /// Brings one there.
  ///
  /// - Throws: ``ServerClientError/Code/invalidInput`` with the reason when the server doesn't take it.
  func upload(picture bytes: [UInt8]) async throws(ServerClientError) -> Attachment
}

extension AuthClient: PictureUploading {
  func upload(picture bytes: [UInt8]) async throws(ServerClientError) -> Attachment {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.upload(picture: bytes, at: origin, token: token)
    }
  }
}

/// Puts the picture that a client sends into a payload.
struct PictureAttacher: Sendable {
  let server: any PictureUploading

  /// The payload with the picture that the client sends in parts, which is brought to the server first.
  func payload(_ payload: String, withPictureFrom conversation: any Conversation) async throws(Failure) -> String {
    let bytes = try await receivePicture(conversation)
    do { _ = try PictureHeader(bytes) } catch {
      throw Failure(.badData, "That is not a picture that can be sent: \(error).", hint: "Nothing was sent.")
    }
    // Told now: afterwards the picture would be on the server for nothing.
    guard let place = PayloadImage(in: payload) else {
      throw Failure(.usage, "The payload is not a JSON object.", hint: "Nothing was sent.")
    }
    let attachment = try await ServerClientError.asFailure(await server.upload(picture: bytes))
    return place.replaced(by: attachment.path)
  }

  private func receivePicture(_ conversation: any Conversation) async throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let part = try await conversation.answer(to: Prompt(.filePart, text: "The picture"))
      let added = part.bytes.withUnsafeBytes { Array($0) }
      if added.isEmpty { return bytes }
      guard bytes.count + added.count <= PictureLimits.byteCount else {
        throw Failure(
          .badData, "A picture has at most \(PictureLimits.byteCount >> 20) MiB.", hint: "Nothing was sent.")
      }
      bytes += added
    }
  }
}
