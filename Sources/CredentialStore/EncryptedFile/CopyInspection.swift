internal import GRDB

/// What a whole look at one copy found.
struct CopyInspection {
  let path: String
  /// Set when the state row is genuine.
  var state: StoreState?
  /// The codes of the records that are whole, by id.
  var whole: [[UInt8]: [UInt8]] = [:]
  /// Records that fail their check, as far as they can be read.
  var damaged: [RecordRow] = []
  /// What is wrong, in words; nil when every byte that matters is as it was written.
  var problem: String?

  var isComplete: Bool { problem == nil && state != nil }

  /// Looks at everything: SQLite's own structure, tables, header, state, and every record against the digest.
  init(path: String, header: StoreHeader, keys: StoreKeys, limit: Duration) throws(CredentialStoreError) {
    self.init(path: path)
    do throws(CredentialStoreError) {
      let copy = try DatabaseCopy(opening: path, limit: limit)
      defer { copy.close() }
      guard copy.version == Schema.version else {
        throw CredentialStoreError.suspicion("the version is not what was written")
      }
      // A damaged header can forbid writing alone.
      if DatabaseCopy.canWrite(path) { try copy.write { _ in } }
      try copy.read { db in try inspect(db, header, keys) }
    } catch  where error.isSuspicion { problem = error.detail }
  }

  /// Takes a path of which nothing is known.
  init(path: String) { self.path = path }

  /// Looks at everything but whether the file can be opened.
  mutating func inspect(_ db: Database, _ header: StoreHeader, _ keys: StoreKeys) throws {
    guard try db.storeHeader() == header else { throw CredentialStoreError.suspicion("the header is another one") }
    let state = try db.storeState(storeID: header.storeID, keys: keys)
    self.state = state
    var digest = MultisetDigest()
    var count: UInt64 = 0
    try db.forEachRecord(withValue: true) { row in
      guard let row else {
        problem = "a record has lost its shape"
        return
      }
      guard row.isWhole, try row.isGenuine(storeID: header.storeID, keys: keys) else {
        problem = "record \(row.id.hexadecimal) fails its check"
        return damaged.append(row)
      }
      digest.add(row.code)
      count += 1
      whole[row.id] = row.code
    }
    if problem == nil, digest != state.digest || count != state.recordCount {
      problem = "records are missing, added or older than they were"
    }
    guard problem == nil else { return }
    let verdict = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? "no answer"
    guard verdict == "ok" else { throw CredentialStoreError.suspicion("SQLite: \(verdict)") }
  }
}
