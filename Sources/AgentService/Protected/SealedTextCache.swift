internal import Synchronization

/// Sealed records that were read since the unlock, by the SHA-256 their tasks refer to: a keyring takes longer to answer
/// than everything else together. What is in it is ciphertext, and it is forgotten with the key.
final class SealedTextCache: Sendable {
  /// More records, or more bytes, are read again each time.
  private static let maximumCount = 64
  private static let maximumByteCount = 1 << 20

  private let records = Mutex<[[UInt8]: [UInt8]]>([:])

  /// The record with this digest, if it was read since the unlock.
  func record(_ digest: [UInt8]) -> [UInt8]? { records.withLock { $0[digest] } }

  /// Keeps a record, once it has been opened under this digest.
  func insert(_ record: [UInt8], digest: [UInt8]) {
    records.withLock { records in
      let byteCount = records.values.reduce(record.count) { $0 + $1.count }
      guard records.count < Self.maximumCount, byteCount <= Self.maximumByteCount else { return }
      records[digest] = record
    }
  }

  /// Forgets all.
  func removeAll() { records.withLock { $0 = [:] } }
}
