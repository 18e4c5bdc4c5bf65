internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import PictureFormat
internal import Pictures

/// Has the pictures of items.
protocol PictureFetching: Sendable {
  /// The picture that comes with an item.
  ///
  /// - Throws: ``Failure`` when it has none, or none that can be had now.
  func picture(of entry: InboxEntry, for owner: InboxOwner) async throws(Failure) -> CachedPicture

  /// As ``picture(of:for:)``, with less patience. What is not there in time is there the next time.
  ///
  /// - Throws: ``Failure/Code/tryLater`` after `seconds`.
  func picture(
    of entry: InboxEntry, for owner: InboxOwner, within seconds: Double
  ) async throws(Failure) -> CachedPicture

  /// What has to be written to a terminal to show a picture; empty where it shows none.
  func drawing(of picture: CachedPicture, in shape: TerminalShape) async throws(Failure) -> String
}

extension PictureService: PictureFetching {}

/// The request for an item's picture.
struct PictureController: Sendable {
  /// How long somebody waits who reads on meanwhile.
  private static let promptSeconds = 3.0

  let owners: any InboxOwnerResolving
  let store: InboxStore
  let pictures: any PictureFetching

  /// Sends an item's picture in the form that was asked for.
  ///
  /// - Parameter isPrompt: whether one that is not here in three seconds is not waited for.
  /// - Returns: what is known of it.
  func send(
    ofItem number: Int64, _ identity: InboxIdentity?, as form: PictureForm, isPrompt: Bool,
    _ conversation: any Conversation
  ) async throws(Failure) -> PictureRow {
    let owner = try await owners.owner(of: number, as: identity)
    let entry = try await InboxStoreError.asFailure(await store.entry(number, for: owner))
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
    return PictureRow(
      title: title, type: picture.header.kind.mediaType, byteCount: picture.byteCount, width: picture.header.width,
      height: picture.header.height)
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
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to pictures: PictureController) {
    on(FetchPicture.self) { (request, conversation) throws(Failure) in
      try await pictures.send(
        ofItem: request.number, request.identity, as: request.form, isPrompt: request.isPrompt, conversation)
    }
  }
}
