internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import PictureFormat
internal import SecretMemory
internal import ServerAPI
internal import ServerClient

extension VaultAgent {
  /// How long somebody waits who reads on meanwhile.
  private static let promptSeconds = 3.0

  /// Sends an item's picture in the form that was asked for.
  func picture(
    ofItem number: Int64, _ identity: InboxIdentity?, as form: PictureForm, isPrompt: Bool,
    _ conversation: any Conversation
  ) async throws(Failure) -> Reply {
    let owner = try await inbox.owner(of: number, as: identity)
    let entry: InboxEntry
    do { entry = try await inbox.store.entry(number, for: owner) } catch { throw Failure(error) }
    let picture =
      isPrompt
      ? try await pictures.picture(of: entry, for: owner, within: Self.promptSeconds)
      : try await pictures.picture(of: entry, for: owner)
    switch form {
    case .description: break
    case .original:
      guard let bytes = PictureFile.bytes(picture.path) else {
        throw Failure(.tryLater, "The picture is no longer here.", hint: "Try again.")
      }
      try await send(bytes, conversation)
    case .drawing(let shape):
      try await send(try await pictures.drawing(of: picture, in: shape), conversation)
    }
    let title = entry.payload?.title ?? ""
    return .picture(
      PictureRow(
        title: title, type: picture.header.kind.mediaType, byteCount: picture.byteCount, width: picture.header.width,
        height: picture.header.height))
  }

  /// In parts of base64, each of which stands for itself.
  private func send(_ bytes: [UInt8], _ conversation: any Conversation) async throws(Failure) {
    let partByteCount = AgentProtocol.maximumPartByteCount / 4 * 3
    for start in stride(from: 0, to: bytes.count, by: partByteCount) {
      let part = Data(bytes[start..<min(start + partByteCount, bytes.count)])
      try await conversation.send(part.base64EncodedString(), unlessLockedSince: nil)
    }
  }

  private func send(_ text: String, _ conversation: any Conversation) async throws(Failure) {
    var rest = text.unicodeScalars[...]
    while !rest.isEmpty {
      // A scalar has at most four bytes.
      let part = rest.prefix(AgentProtocol.maximumPartByteCount / 4)
      try await conversation.send(String(part), unlessLockedSince: nil)
      rest = rest.dropFirst(part.count)
    }
  }

  /// The payload with the picture that the client sends in parts, which is brought to the server first.
  func payload(_ payload: String, withPictureFrom conversation: any Conversation) async throws(Failure) -> String {
    let bytes = try await receivePicture(conversation)
    do { _ = try PictureHeader(bytes) } catch {
      throw Failure(.badData, "That is no picture that can be sent: \(error).", hint: "Nothing was sent.")
    }
    // Told now: afterwards the picture would be on the server for nothing.
    guard let place = PayloadImage(in: payload) else {
      throw Failure(.usage, "The payload is no JSON object.", hint: "Nothing was sent.")
    }
    let attachment = try await account.withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.upload(picture: bytes, at: origin, token: token)
    }
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
