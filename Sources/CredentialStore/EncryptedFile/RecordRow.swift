internal import DurableFiles
internal import Sealing
internal import SecretMemory

/// One record as it lies in the file.
struct RecordRow {
  /// 16 random bytes, kept as long as the name exists.
  let id: [UInt8]
  /// 1 at first, one more with each write of the name.
  let version: UInt64
  /// HMAC of the name.
  let lookup: [UInt8]
  /// 32 random bytes, new with every write: the record's key comes from them.
  let salt: [UInt8]
  let sealedName: [UInt8]
  /// Empty where only the rest was read.
  let sealedValue: [UInt8]
  /// SHA-256 over salt, sealed name and sealed value.
  let hash: [UInt8]
  /// The record's keyed code, a summand of the digest.
  let code: [UInt8]

  /// Seals `value` as version `version` of record `id`.
  init(
    sealing value: borrowing SecretBytes, name: CredentialName, id: [UInt8], version: UInt64, storeID: [UInt8],
    keys: StoreKeys
  ) throws(CredentialStoreError) {
    self.id = id
    self.version = version
    lookup = try keys.lookup(for: name)
    let identity = Self.identity(storeID, id, version, lookup)
    do {
      salt = try SystemRandom.bytes(32)
      let key = try HKDFSHA256.derive(from: keys.records, salt: salt, info: Self.keyInfo, count: 32)
      let nameBytes = try SecretBytes(Array(name.rawValue.utf8))
      sealedName = try AES256GCM.seal(nameBytes, key: key, nonce: Part.name.nonce, authenticating: identity)
      sealedValue = try AES256GCM.seal(value, key: key, nonce: Part.value.nonce, authenticating: identity)
    } catch { throw CredentialStoreError(.failed, "\(error)") }
    hash = Self.hash(salt, sealedName, sealedValue)
    code = try Self.code(identity, hash, keys)
  }

  /// Takes what was read, unchecked.
  init(
    id: [UInt8], version: UInt64, lookup: [UInt8], salt: [UInt8], sealedName: [UInt8], sealedValue: [UInt8],
    hash: [UInt8], code: [UInt8]
  ) {
    self.id = id
    self.version = version
    self.lookup = lookup
    self.salt = salt
    self.sealedName = sealedName
    self.sealedValue = sealedValue
    self.hash = hash
    self.code = code
  }

  /// Whether the columns belong together and to this file; says nothing about the sealed bytes.
  func isGenuine(storeID: [UInt8], keys: StoreKeys) throws(CredentialStoreError) -> Bool {
    try Self.code(Self.identity(storeID, id, version, lookup), hash, keys) == code
  }

  /// Whether the sealed bytes are those that were written, once ``isGenuine(storeID:keys:)`` holds.
  var isWhole: Bool { Self.hash(salt, sealedName, sealedValue) == hash }

  func openName(storeID: [UInt8], keys: StoreKeys) throws(CredentialStoreError) -> CredentialName? {
    let bytes = try open(sealedName, .name, storeID, keys)
    return bytes.withUnsafeBytes { CredentialName(String(decoding: $0, as: UTF8.self)) }
  }

  func openValue(storeID: [UInt8], keys: StoreKeys) throws(CredentialStoreError) -> SecretBytes {
    try open(sealedValue, .value, storeID, keys)
  }

  private func open(
    _ sealed: [UInt8], _ part: Part, _ storeID: [UInt8], _ keys: StoreKeys
  ) throws(CredentialStoreError) -> SecretBytes {
    let identity = Self.identity(storeID, id, version, lookup)
    do throws(SealingError) {
      let key = try HKDFSHA256.derive(from: keys.records, salt: salt, info: Self.keyInfo, count: 32)
      return try AES256GCM.open(sealed, key: key, nonce: part.nonce, authenticating: identity)
    } catch {
      guard error.code == .authenticationFailed else { throw CredentialStoreError(.failed, "\(error)") }
      throw .suspicion("record \(id.hexadecimal) fails its check")
    }
  }

  /// A key seals exactly two messages, so its nonces can be constants.
  private enum Part: UInt8 {
    case name = 1
    case value = 2
    var nonce: [UInt8] { [UInt8](repeating: 0, count: 11) + [rawValue] }
  }

  private static let keyInfo = Array("credential-file/1 record".utf8)

  private static func identity(_ storeID: [UInt8], _ id: [UInt8], _ version: UInt64, _ lookup: [UInt8]) -> [UInt8] {
    var bytes = storeID + id
    bytes.append(bigEndian: version)
    return bytes + lookup
  }

  private static func hash(_ salt: [UInt8], _ name: [UInt8], _ value: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(salt.count + 4 + name.count + value.count)
    bytes += salt
    bytes.append(bigEndian: UInt32(name.count))
    bytes += name
    bytes += value
    return SHA256.digest(of: bytes)
  }

  private static func code(
    _ identity: [UInt8], _ hash: [UInt8], _ keys: StoreKeys
  ) throws(CredentialStoreError) -> [UInt8] {
    try StoreKeys.code(for: identity + hash, key: keys.digest)
  }
}
