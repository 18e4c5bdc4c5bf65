public import AgentAPI
public import FoundationEssentials
public import Inbox

/// What pictures come from: the server of whose inbox it is, and no other.
public protocol PictureSource: Sendable {
  /// Whether a picture is on the server of this inbox.
  func has(_ picture: PushPicture, for owner: InboxOwner) -> Bool

  /// Downloads a picture, of at most 5 MiB.
  ///
  /// - Throws: `Failure`; with the code `usage` when the server has no such picture.
  func download(_ id: UUID, for owner: InboxOwner) async throws(Failure) -> [UInt8]
}
