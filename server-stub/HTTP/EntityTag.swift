internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Sealing
internal import ServerAPI

/// The entity tag of an answer (RFC 9110, section 8.8.3), made from its content.
enum EntityTag {
  /// The tag, with its quotes.
  static func of(_ text: String) -> String { of(digest: SHA256.digest(of: Array(text.utf8))) }

  /// The tag of what has this digest.
  static func of(digest: [UInt8]) -> String {
    let digest = digest.prefix(16)
    return "\"" + digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "\""
  }

  /// Whether `If-None-Match` (RFC 9110, section 13.1.2) names a tag; compared weakly.
  static func matches(_ tag: String, _ field: String?) -> Bool {
    guard let parts = field?.parts() else { return false }
    return parts == ["*"] || parts.contains { $0 == tag || $0 == "W/" + tag }
  }
}

extension Response {
  /// A value as JSON that a client may cache and revalidate: 304 when it has it already.
  static func json(_ value: some Encodable, unlessMatches field: String?) throws -> Response {
    let text = try jsonText(value)
    let tag = EntityTag.of(text)
    // Cached by the client alone, and revalidated each time.
    var headers: HTTPFields = [.eTag: tag, .cacheControl: "private, no-cache"]
    guard !EntityTag.matches(tag, field) else { return Response(status: .notModified, headers: headers) }
    headers[.contentType] = "application/json"
    return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
  }
}
