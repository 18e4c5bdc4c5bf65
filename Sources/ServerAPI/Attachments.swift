public import FoundationEssentials

/// A picture that the server has taken; the answer to `POST /v1/attachments`.
public struct Attachment: Codable, Equatable, Sendable {
  /// Random, so that nobody guesses it.
  public var id: UUID
  /// Where it is, ``AttachmentPath/text(of:)``: the value of `image` in a payload.
  public var path: String
  /// Its media type, told by its content: `image/png`, `image/jpeg`, `image/gif` or `image/webp`.
  public var type: String
  /// How long it is.
  public var bytes: Int

  /// Describes a picture.
  public init(id: UUID, type: String, bytes: Int) {
    self.id = id
    path = AttachmentPath.text(of: id)
    self.type = type
    self.bytes = bytes
  }
}

/// Where pictures are on a server.
public enum AttachmentPath {
  /// What all paths begin with.
  public static let directory = "/v1/attachments/"

  /// The path of a picture.
  public static func text(of id: UUID) -> String { directory + id.uuidString }

  /// The id in a path, in an address that ends with one, or alone; nil where there is none.
  ///
  /// The server need not know by which addresses it is reached: whether one is its own is for the client to tell.
  public static func id(in text: String) -> UUID? {
    let start = text.firstRange(of: directory)?.upperBound ?? text.startIndex
    return UUID(uuidString: String(text[start...]))
  }
}
