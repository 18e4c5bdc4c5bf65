internal import FoundationEssentials
internal import ServerAPI

/// The picture that a payload names.
enum PayloadPicture {
  /// The id in the member `image`; nil when there is none, or it names something else, which is for the clients to judge.
  ///
  /// - Parameter payload: JSON that was checked.
  static func id(in payload: String) -> UUID? {
    guard payload.utf8.count <= ServerLimits.payloadByteCount, payload.contains("\"image\"") else { return nil }
    do {
      return try RequestMembers(Array(payload.utf8)).value("image", String.self).flatMap(AttachmentPath.id(in:))
    } catch { return nil }
  }
}
