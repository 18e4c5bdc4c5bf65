internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import PictureFormat
internal import Pictures

/// Has the pictures of items and channels.
protocol PictureFetching: Sendable {
  /// The picture that comes with an item.
  ///
  /// - Parameter seconds: how long it is waited for; what is not there in time is there the next time. Nil for as long as it takes.
  /// - Throws: ``Failure`` when it has none, or none that can be had now; ``Failure/Code/tryLater`` after `seconds`.
  func picture(
    of entry: InboxEntry, for owner: InboxOwner, within seconds: Double?
  ) async throws(Failure) -> CachedPicture

  /// The picture of that id, on the owner's server.
  ///
  /// - Throws: as for an item's.
  func picture(_ id: UUID, for owner: InboxOwner, within seconds: Double?) async throws(Failure) -> CachedPicture

  /// What has to be written to a terminal to show a picture; empty where it shows none.
  func drawing(of picture: CachedPicture, in shape: TerminalShape) async throws(Failure) -> String

  /// The pixels of a picture, no side longer than that.
  func pixels(of picture: CachedPicture, side: Int) async throws(Failure) -> PictureRaster
}

extension PictureService: PictureFetching {}

/// Sends pictures to clients.
struct PictureDelivery: Sendable {
  /// How long somebody waits who reads on meanwhile.
  private static let promptSeconds = 3.0
  /// A longer side makes a picture a large one, which has up to 64 MiB.
  private static let usualSide = 1024

  let pictures: any PictureFetching
  /// Has few large pictures in memory at once, whoever asks, and however slowly they read.
  let large: LargeRequestLimiter

  /// How long a picture is waited for, in seconds; nil for as long as it takes.
  ///
  /// - Parameter isPrompt: whether one that is not here in three seconds is not waited for.
  static func patience(_ isPrompt: Bool) -> Double? { isPrompt ? promptSeconds : nil }

  /// Sends a picture in the form that was asked for.
  ///
  /// - Returns: what is known of it.
  func send(
    _ picture: CachedPicture, titled title: String, as form: PictureForm, _ conversation: any Conversation
  ) async throws(Failure) -> PictureRow {
    switch form {
    case .description: break
    case .original:
      guard let bytes = PictureFile.bytes(picture.path) else {
        throw Failure(.tryLater, "The picture is no longer here.", hint: "Try again.")
      }
      try await send(bytes, conversation)
    case .drawing(let shape):
      try await send(try await pictures.drawing(of: picture, in: shape), conversation)
    case .pixels(let side) where side > Self.usualSide:
      try await large.run { () throws(Failure) in try await sendPixels(of: picture, side: side, conversation) }
    case .pixels(let side): try await sendPixels(of: picture, side: side, conversation)
    }
    return PictureRow(
      title: title, type: picture.header.kind.mediaType, byteCount: picture.byteCount, width: picture.header.width,
      height: picture.header.height)
  }

  private func sendPixels(
    of picture: CachedPicture, side: Int, _ conversation: any Conversation
  ) async throws(Failure) {
    try await send(try await pictures.pixels(of: picture, side: side).bytes, conversation)
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
