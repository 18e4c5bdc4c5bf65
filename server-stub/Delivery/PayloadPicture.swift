internal import FoundationEssentials
internal import ServerAPI

/// The picture that a payload names.
enum PayloadPicture {
  /// The id in the member `image`; nil when there is none, or it names something else, which is for the clients to judge.
  ///
  /// - Parameter payload: JSON that was checked.
  static func id(in payload: String) -> UUID? {
    guard payload.utf8.count <= ServerLimits.payloadByteCount else { return nil }
    let bytes = Array(payload.utf8)
    guard namesOne(bytes) else { return nil }
    do { return try RequestMembers(bytes).value("image", String.self).flatMap(AttachmentPath.id(in:)) } catch {
      return nil
    }
  }

  private static let member = Array("\"image\"".utf8)

  /// Most payloads name none, and are looked through for each push: strings compare characters, which takes longer.
  private static func namesOne(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while let mark = rest.firstIndex(of: UInt8(ascii: "\"")) {
      if rest[mark...].starts(with: member) { return true }
      rest = rest[(mark + 1)...]
    }
    return false
  }
}
