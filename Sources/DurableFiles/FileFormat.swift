internal import Sealing

/// The envelope of small files: 8 bytes of magic, 16 bits of version, 64 bits of generation, 32 bits of length, the payload, and the
/// SHA-256 of all that. Big-endian. A format without a version has no generation either. The checksum is against accidents; what must
/// withstand an attacker has a MAC inside the payload.
package struct FileFormat<Failure: PrivateFileFailure>: Sendable {
  /// What a file holds.
  package struct Content: Equatable, Sendable {
    /// How often the payload was replaced; 0 in formats that don't say.
    package var generation: UInt64
    /// What the file is for.
    package var payload: [UInt8]

    /// Puts both together.
    package init(generation: UInt64 = 0, payload: [UInt8]) { (self.generation, self.payload) = (generation, payload) }
  }

  private let magic: String
  private let version: UInt16?
  private let maximumPayloadByteCount: Int

  /// Describes a format.
  ///
  /// - Parameters:
  ///   - magic: exactly 8 ASCII characters.
  ///   - version: the highest that is read, and the one that is written; from 1. Nil for the short form.
  ///   - maximumPayloadByteCount: more is refused.
  package init(magic: String, version: UInt16?, maximumPayloadByteCount: Int) {
    (self.magic, self.version, self.maximumPayloadByteCount) = (magic, version, maximumPayloadByteCount)
  }

  private var headByteCount: Int { 8 + (version == nil ? 0 : 2 + 8) + 4 }

  /// The length of the longest file.
  package var maximumByteCount: Int { headByteCount + maximumPayloadByteCount + SHA256.byteCount }

  /// The file's bytes.
  package func encode(_ content: Content) -> [UInt8] {
    var bytes = Array(magic.utf8)
    if let version {
      bytes.append(bigEndian: version)
      bytes.append(bigEndian: content.generation)
    }
    bytes.append(bigEndian: UInt32(content.payload.count))
    bytes += content.payload
    return bytes + SHA256.digest(of: bytes)
  }

  /// Reads what ``encode(_:)`` gave.
  ///
  /// - Throws: `newerFormat` when magic and checksum are right and the version is higher, `damaged` for anything else.
  package func decode(_ bytes: [UInt8]) throws(Failure) -> Content {
    let body = Array(bytes.dropLast(SHA256.byteCount))
    guard body.count >= headByteCount, bytes.count <= maximumByteCount,
      SHA256.digest(of: body).elementsEqual(bytes.suffix(SHA256.byteCount))
    else { throw Failure(file: .damaged, "checksum") }
    guard body.starts(with: magic.utf8) else { throw Failure(file: .damaged, "another kind of file") }
    var content = Content(payload: Array(body[headByteCount...]))
    var isNumbered = true
    if let version {
      let found = body.bigEndian(at: 8, as: UInt16.self)
      guard found <= version else {
        throw Failure(file: .newerFormat, "format \(found), this program knows \(version)")
      }
      isNumbered = found > 0
      content.generation = body.bigEndian(at: 10, as: UInt64.self)
    }
    guard isNumbered, body.bigEndian(at: headByteCount - 4, as: UInt32.self) == content.payload.count else {
      throw Failure(file: .damaged, "length")
    }
    return content
  }
}
