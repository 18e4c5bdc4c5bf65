internal import Sealing
internal import SecretMemory

/// The keys of one file, derived from its device key (HKDF-SHA256, the file's id as salt, one `info` per use).
final class StoreKeys: Sendable {
  /// For finding a record by its name without storing the name.
  let lookup: SecretBytes
  /// For the code of each record, whose sum is the digest.
  let digest: SecretBytes
  /// For the code of the state row.
  let state: SecretBytes
  /// For deriving each record's own key.
  let records: SecretBytes
  /// Stored in the header, to tell a wrong key from damage.
  let check: [UInt8]

  init(deviceKey: borrowing SecretBytes, storeID: [UInt8]) throws(CredentialStoreError) {
    lookup = try Self.derive("lookup", deviceKey, storeID)
    digest = try Self.derive("digest", deviceKey, storeID)
    state = try Self.derive("state", deviceKey, storeID)
    records = try Self.derive("records", deviceKey, storeID)
    let check = try Self.derive("check", deviceKey, storeID)
    self.check = try Self.code(for: Array("credential-file/1 key check".utf8), key: check)
  }

  /// The 32 bytes under which a name's record is found.
  func lookup(for name: CredentialName) throws(CredentialStoreError) -> [UInt8] {
    try Self.code(for: Array(name.rawValue.utf8), key: lookup)
  }

  /// The code of something under one of the keys.
  static func code(for message: [UInt8], key: borrowing SecretBytes) throws(CredentialStoreError) -> [UInt8] {
    do { return try HMACSHA256.code(for: message, key: key) } catch { throw CredentialStoreError(.failed, "\(error)") }
  }

  private static func derive(
    _ use: String, _ key: borrowing SecretBytes, _ storeID: [UInt8]
  ) throws(CredentialStoreError) -> SecretBytes {
    do {
      return try HKDFSHA256.derive(from: key, salt: storeID, info: Array("credential-file/1 \(use)".utf8), count: 32)
    } catch { throw CredentialStoreError(.failed, "\(error)") }
  }
}
