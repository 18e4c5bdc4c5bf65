internal import Sealing

/// The envelope of this module's files: 8 bytes of magic, 16 bits of version, 64 bits of generation, 32 bits of length, the
/// payload, and the SHA-256 of all that. Big-endian. The checksum is against accidents; what must withstand an attacker
/// has a MAC inside the payload.
struct FileFormat: Sendable {
  /// What a file holds: a payload, and how often it was replaced.
  struct Content: Equatable {
    var generation: UInt64
    var payload: [UInt8]
  }

  /// Exactly 8 ASCII characters.
  let magic: String
  let version: UInt16
  let maximumPayloadByteCount: Int

  /// The bytes around a payload.
  static let overheadByteCount = 8 + 2 + 8 + 4 + SHA256.byteCount

  func encode(_ content: Content) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(magic.utf8)
    writer.write(version)
    writer.write(content.generation)
    writer.write(UInt32(content.payload.count))
    writer.write(content.payload)
    return writer.bytes + SHA256.digest(of: writer.bytes)
  }

  /// - Throws: `newerFormat` when magic and checksum are right and the version is higher, `damaged` for anything else.
  func decode(_ bytes: [UInt8]) throws(OwnerVerificationError) -> Content {
    guard (Self.overheadByteCount...Self.overheadByteCount + maximumPayloadByteCount).contains(bytes.count),
      SHA256.digest(of: Array(bytes.dropLast(SHA256.byteCount))) == Array(bytes.suffix(SHA256.byteCount))
    else { throw OwnerVerificationError(.damaged, "checksum") }
    var reader = ByteReader(Array(bytes.dropLast(SHA256.byteCount)))
    guard try reader.read(8) == Array(magic.utf8) else {
      throw OwnerVerificationError(.damaged, "another kind of file")
    }
    let found: UInt16 = try reader.read()
    guard found <= version else {
      throw OwnerVerificationError(.newerFormat, "format \(found), this program knows \(version)")
    }
    let generation: UInt64 = try reader.read()
    let count: UInt32 = try reader.read()
    let payload = try reader.read(Int(count))
    guard found > 0, reader.isAtEnd else { throw OwnerVerificationError(.damaged, "length") }
    return Content(generation: generation, payload: payload)
  }
}
