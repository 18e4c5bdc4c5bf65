internal import DurableFiles
internal import GRDB
internal import Glibc

extension FileEngine {
  /// Makes an empty store: key, mirror, primary, each whole before the next. The caller holds `writeLock`.
  func createStore() throws(CredentialStoreError) {
    let use = try lockUse(exclusive: true)
    guard try !wasMade() else { return }
    if case .keyFile(let file) = configuration.keySource {
      guard DurableFile.directory(of: file.path) != DurableFile.directory(of: primaryPath) else {
        throw CredentialStoreError(.failed, "\(file.path): a key file belongs in another directory than what it opens")
      }
    }
    let (header, keys) = try configuration.keySource.makeHeader()
    for path in [mirrorPath, primaryPath] {
      try build(path, header, keys, StoreState()) { _ in }
    }
    known = (header, keys)
    try mark.prepare(storeID: header.storeID)
    _ = consume use
  }

  /// Builds a file beside `path` and puts it there in one step. The caller holds both locks exclusively.
  func build(
    _ path: String, _ header: StoreHeader, _ keys: StoreKeys, _ state: StoreState, records: (Database) throws -> Void
  ) throws(CredentialStoreError) {
    let temporary = path + ".building"
    let copy = try DatabaseCopy.create(temporary, limit: configuration.timeLimit)
    do {
      try copy.write { db in
        try Schema.migrate(db, from: 0)
        try db.insert(header)
        try records(db)
        try db.put(state, storeID: header.storeID, keys: keys)
        try db.commit()
      }
    } catch {
      copy.close()
      unlink(temporary)
      throw error
    }
    copy.close()
    // A write-ahead log left beside the path would be replayed into the new file.
    for place in [path] + DatabaseCopy.sideFiles(of: path) {
      if try CredentialFile.setAside(place) != nil { configuration.report(Self.strangerNotice(place)) }
      if place != path { unlink(place) }
    }
    guard rename(temporary, path) == 0 else { throw CredentialStoreError("rename", of: path) }
    try CredentialFile.syncDirectory(of: path)
  }
}
