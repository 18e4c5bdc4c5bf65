public import FoundationEssentials
public import Sealing
internal import SecretMemory

/// One way to open the owner's private half: it lies here wrapped under a key that the PIN or the recovery code yields.
public struct OwnerSlot: Equatable, Sendable {
  /// What opens a slot.
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// The PIN, together with the pepper.
    case pin = 1
    /// The recovery code alone, so that it works on a new machine.
    case recovery = 2
  }

  /// What opens it.
  public let kind: Kind
  /// When it was made, to the second.
  public let createdAt: Date
  /// The Argon2id salt, 16 bytes.
  public let salt: [UInt8]
  /// What deriving its key costs.
  public let parameters: Argon2id.Parameters
  let nonce: [UInt8]
  let wrapped: [UInt8]

  static let saltByteCount = 16
  static let wrappedByteCount = X25519.keyByteCount + AES256GCM.tagByteCount
}

extension OwnerSlot {
  /// Everything but the wrapped key, bound to the owner it belongs to: authenticated when the key is unwrapped.
  static func binding(
    kind: Kind, createdAt: Date, salt: [UInt8], parameters: Argon2id.Parameters, vaultID: UUID,
    publicKey: X25519PublicKey
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.write("vault owner slot v1".utf8)
    writer.write(vaultID.bytes)
    writer.write(publicKey.bytes)
    writer.write(kind.rawValue)
    writer.write(Int64(createdAt.timeIntervalSince1970))
    writer.write(salt)
    for number in [parameters.memoryKiB, parameters.iterations, parameters.parallelism] { writer.write(number) }
    return writer.bytes
  }

  func write(to writer: inout ByteWriter) {
    writer.write(kind.rawValue)
    writer.write(Int64(createdAt.timeIntervalSince1970))
    writer.write(salt)
    for number in [parameters.memoryKiB, parameters.iterations, parameters.parallelism] { writer.write(number) }
    writer.write(nonce)
    writer.write(wrapped)
  }

  init(from reader: inout ByteReader) throws(OwnerVerificationError) {
    guard let kind = Kind(rawValue: try reader.read()) else { throw OwnerVerificationError(.damaged, "slot kind") }
    self.kind = kind
    let seconds: Int64 = try reader.read()
    guard (0...253_402_300_799).contains(seconds) else { throw OwnerVerificationError(.damaged, "slot date") }
    createdAt = Date(timeIntervalSince1970: TimeInterval(seconds))
    salt = try reader.read(Self.saltByteCount)
    let memory: UInt32 = try reader.read()
    let iterations: UInt32 = try reader.read()
    let parallelism: UInt32 = try reader.read()
    do {
      parameters = try Argon2id.Parameters(memoryKiB: memory, iterations: iterations, parallelism: parallelism)
    } catch { throw OwnerVerificationError(.damaged, error.detail) }
    nonce = try reader.read(AES256GCM.nonceByteCount)
    wrapped = try reader.read(Self.wrappedByteCount)
  }
}

extension UUID {
  /// The 16 bytes, in the order they are written in.
  var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }

  init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
