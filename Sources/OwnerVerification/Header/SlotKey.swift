internal import Sealing
internal import SecretMemory

/// The keys that wrap the private half.
enum SlotKey {
  /// HKDF over Argon2id(PIN, salt) and the pepper: the slots alone are not enough to try PINs.
  static func pin(
    _ pin: borrowing SecretBytes, pepper: borrowing SecretBytes, salt: [UInt8], parameters: Argon2id.Parameters
  ) throws(OwnerVerificationError) -> SecretBytes {
    do throws(SealingError) {
      let stretched = try Argon2id.derive(from: pin, salt: salt, parameters: parameters, count: 32)
      let count = stretched.count + pepper.count
      var both: SecretBytes
      do { both = try SecretBytes(count: count) } catch { throw SealingError(.outOfMemory, "mmap") }
      both.withUnsafeMutableBytes { bytes in
        stretched.withUnsafeBytes { bytes.copyMemory(from: $0) }
        pepper.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: bytes[32...]).copyMemory(from: $0) }
      }
      return try HKDFSHA256.derive(
        from: both, salt: [], info: Array("vault owner slot, PIN and pepper, v1".utf8), count: 32)
    } catch { throw OwnerVerificationError(error) }
  }

  /// HKDF over Argon2id(code, salt), without a pepper.
  static func recovery(
    _ code: borrowing RecoveryCode, salt: [UInt8], parameters: Argon2id.Parameters
  ) throws(OwnerVerificationError) -> SecretBytes {
    do throws(SealingError) {
      let stretched = try Argon2id.derive(from: code.secret, salt: salt, parameters: parameters, count: 32)
      return try HKDFSHA256.derive(
        from: stretched, salt: [], info: Array("vault owner slot, recovery code, v1".utf8), count: 32)
    } catch { throw OwnerVerificationError(error) }
  }
}
