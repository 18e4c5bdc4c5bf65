internal import FoundationEssentials
internal import PictureFormat

/// A picture as it is stored, without its bytes.
struct StoredAttachment: Equatable, Sendable {
  var id: UUID
  var uploader: PushSender
  var kind: PictureKind
  var byteCount: Int
  /// SHA-256 of the bytes.
  var digest: [UInt8]
  var createdAt: Date
}

/// Stores pictures. One that a push names is linked to it, and may be read by whoever has the push in their inbox.
protocol AttachmentStorage: Sendable {
  /// Stores a picture, durably when this returns. One that the uploader has brought before is the same picture still, and stays as
  /// if it had been brought now: so a push that is sent once more names the same one.
  ///
  /// - Parameter quota: how many bytes the uploader's pictures may have, with this one.
  /// - Returns: the picture as it is stored; nil, with nothing stored, when they would have more.
  func add(_ attachment: StoredAttachment, bytes: [UInt8], quota: Int) async throws -> StoredAttachment?
  /// A picture; nil when there is none, or none that the reader may see: who brought it may, who has a push with it, and
  /// everybody who has an account when it is a channel's.
  func attachment(_ id: UUID, readableBy reader: PushSender) async throws -> StoredAttachment?
  /// A part of a picture's bytes, counted from 0; nil beyond the last, and when it is gone.
  func part(_ number: Int, ofAttachment id: UUID) async throws -> [UInt8]?
}
