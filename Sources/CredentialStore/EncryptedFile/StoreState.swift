internal import DurableFiles

/// The one row that travels in every transaction: how often the file was written, and the digest of its records.
struct StoreState: Equatable {
  /// Counts writes, from 0 when the file is made.
  var generation: UInt64 = 0
  var recordCount: UInt64 = 0
  var digest = MultisetDigest()
  /// The lookup bytes of the record that the last write touched; empty at generation 0. Lets a copy that missed exactly
  /// one write catch up.
  var changed: [UInt8] = []

  /// The code that proves the row, 32 bytes.
  func code(storeID: [UInt8], keys: StoreKeys) throws(CredentialStoreError) -> [UInt8] {
    var bytes = storeID
    bytes.append(bigEndian: generation)
    bytes.append(bigEndian: recordCount)
    return try StoreKeys.code(for: bytes + digest.bytes + changed, key: keys.state)
  }

  /// The state after a record with code `old` became one with code `new`.
  func advanced(from old: [UInt8]?, to new: [UInt8]?, changed lookup: [UInt8]) -> StoreState {
    var next = self
    next.generation = generation.successor
    next.changed = lookup
    if let old {
      next.digest.remove(old)
      next.recordCount -= min(1, next.recordCount)
    }
    if let new {
      next.digest.add(new)
      next.recordCount = next.recordCount.successor
    }
    return next
  }
}
