internal import SecretMemory

/// DHKEM(X25519, HKDF-SHA256), RFC 9180 section 4.1.
enum DHKEM {
  private static let labels = LabeledHKDF(suite: Array("KEM".utf8) + [0x00, 0x20])

  /// `ExtractAndExpand(dh, enc || pkRm)`.
  static func sharedSecret(
    agreed: borrowing SecretBytes, encapsulated: X25519PublicKey, recipient: X25519PublicKey
  ) throws(SealingError) -> SecretBytes {
    let none = try SecretBytes.filled(0) { _ in }
    let key = try labels.extract(salt: none, label: "eae_prk", from: agreed)
    return try labels.expand(key, label: "shared_secret", info: encapsulated.bytes + recipient.bytes, count: 32)
  }
}

/// Key and nonce of the first and only message, RFC 9180 section 5.1, base mode.
struct HPKEKeySchedule: ~Copyable {
  private static let labels = LabeledHKDF(suite: Array("HPKE".utf8) + [0x00, 0x20, 0x00, 0x01, 0x00, 0x02])

  let key: SecretBytes
  /// Also the nonce of message number zero.
  let baseNonce: [UInt8]

  init(sharedSecret: borrowing SecretBytes, info: [UInt8]) throws(SealingError) {
    let labels = Self.labels
    let none = try SecretBytes.filled(0) { _ in }
    let info = try SecretBytes.filled(info.count) { (bytes) throws(SealingError) in bytes.copyBytes(from: info) }
    let pskIDHash = try labels.extract(salt: none, label: "psk_id_hash", from: none)
    let infoHash = try labels.extract(salt: none, label: "info_hash", from: info)
    let context = [0x00] + pskIDHash.withUnsafeBytes { Array($0) } + infoHash.withUnsafeBytes { Array($0) }
    let secret = try labels.extract(salt: sharedSecret, label: "secret", from: none)
    let key = try labels.expand(secret, label: "key", info: context, count: AES256GCM.keyByteCount)
    let nonce = try labels.expand(secret, label: "base_nonce", info: context, count: AES256GCM.nonceByteCount)
    self.key = key
    baseNonce = nonce.withUnsafeBytes { Array($0) }
  }
}

/// `LabeledExtract` and `LabeledExpand`, RFC 9180 section 4.
struct LabeledHKDF: Sendable {
  let suite: [UInt8]

  func extract(
    salt: borrowing SecretBytes, label: String, from secret: borrowing SecretBytes
  ) throws(SealingError) -> SecretBytes {
    let prefix = Array("HPKE-v1".utf8) + suite + Array(label.utf8)
    let labeled = try SecretBytes.filled(prefix.count + secret.count) { (bytes) throws(SealingError) in
      bytes.copyBytes(from: prefix)
      secret.withUnsafeBytes { bytes.part(prefix.count...).copyMemory(from: $0) }
    }
    return try SecretBytes.filled(HMACSHA256.byteCount) { (output) throws(SealingError) in
      try salt.withUnsafeBytes { (salt) throws(SealingError) in
        try labeled.withUnsafeBytes { (labeled) throws(SealingError) in
          try HKDFSHA256.extract(labeled, salt: salt, into: output)
        }
      }
    }
  }

  func expand(
    _ key: borrowing SecretBytes, label: String, info: [UInt8], count: Int
  ) throws(SealingError) -> SecretBytes {
    let length = [UInt8(count >> 8), UInt8(count & 0xFF)]
    let labeled = length + Array("HPKE-v1".utf8) + suite + Array(label.utf8) + info
    return try HKDFSHA256.expand(key, info: labeled, count: count)
  }
}
