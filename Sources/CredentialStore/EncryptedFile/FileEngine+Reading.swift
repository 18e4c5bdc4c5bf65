internal import Foundation
internal import GRDB
internal import SecretMemory

extension FileEngine {
  func value(for name: CredentialName) throws(CredentialStoreError) -> SecretBytes? {
    try trusting { () throws(CredentialStoreError) -> SecretBytes? in
      if let found = try find(name) { return try found.row.openValue(storeID: found.storeID, keys: found.keys) }
      return nil
    } salvage: { (suspicion) throws(CredentialStoreError) in
      try salvageValue(for: name, suspicion)
    }
  }

  func names() throws(CredentialStoreError) -> [CredentialName] {
    try trusting { () throws(CredentialStoreError) in
      guard try wasMade() else { return [] }
      let lock = try lockUse(exclusive: false)
      let floor = try floor()
      guard let opened = try open() else { return [] }
      let names = try opened.primary.read { try listNames($0, opened, floor) }
      _ = consume lock
      return names
    } salvage: { (suspicion) throws(CredentialStoreError) in
      throw CredentialStoreError(.damaged, "\(suspicion.detail); store check names the damaged records")
    }
  }

  private struct Found {
    let row: RecordRow
    let storeID: [UInt8]
    let keys: StoreKeys
  }

  /// The checked record, or nil when both copies agree that there is none.
  private func find(_ name: CredentialName) throws(CredentialStoreError) -> Found? {
    guard try wasMade() else { return nil }
    let lock = try lockUse(exclusive: false)
    let floor = try floor()
    guard let opened = try open() else { return nil }
    let lookup = try opened.keys.lookup(for: name)
    var row: RecordRow?
    let state = try opened.primary.read { db in
      row = try db.record(lookup: lookup, withValue: true)
      return try trustedState(db, opened, floor: floor)
    }
    if floor == nil || state.generation > floor!.generation { recordSeen(state, opened) }
    if let row {
      guard row.lookup == lookup, row.isWhole,
        try row.isGenuine(storeID: opened.header.storeID, keys: opened.keys)
      else { throw CredentialStoreError.suspicion("record \(row.id.hexadecimal) fails its check") }
      return Found(row: row, storeID: opened.header.storeID, keys: opened.keys)
    }
    try confirmAbsence(lookup, opened)
    _ = consume lock
    return nil
  }

  /// A damaged index hides a record: that there is none counts only when both copies say so at one generation.
  private func confirmAbsence(_ lookup: [UInt8], _ opened: Opened) throws(CredentialStoreError) {
    for _ in 0..<3 {
      let look = { (db: Database) throws -> (StoreState, Bool) in
        let state = try db.storeState(storeID: opened.header.storeID, keys: opened.keys)
        return (state, try db.record(lookup: lookup, withValue: false) != nil)
      }
      let mirror = try opened.mirror.read(look)
      let primary = try opened.primary.read(look)
      if primary.1 { throw CredentialStoreError.suspicion("a record appeared") }
      if primary.0 == mirror.0 {
        guard !mirror.1 else { throw CredentialStoreError.suspicion("the copies disagree about a record") }
        return
      }
    }
    throw CredentialStoreError.suspicion("the copies stand at different generations")
  }

  /// The mark follows what was seen; where it can't be written, reading goes on.
  private func recordSeen(_ state: StoreState, _ opened: Opened) {
    let seen = GenerationMark.Value(storeID: opened.header.storeID, generation: state.generation)
    do {
      try mark.prepare(storeID: seen.storeID)
      try mark.raise(to: seen)
    } catch { return }
  }

  private func listNames(_ db: Database, _ opened: Opened, _ floor: GenerationMark.Value?) throws -> [CredentialName] {
    let state = try trustedState(db, opened, floor: floor)
    var digest = MultisetDigest()
    var names: [CredentialName] = []
    try db.forEachRecord(withValue: false) { row in
      guard let row, try row.isGenuine(storeID: opened.header.storeID, keys: opened.keys),
        let name = try row.openName(storeID: opened.header.storeID, keys: opened.keys)
      else { throw CredentialStoreError.suspicion("record \(row?.id.hexadecimal ?? "?") fails its check") }
      digest.add(row.code)
      names.append(name)
    }
    guard digest == state.digest, UInt64(names.count) == state.recordCount else {
      throw CredentialStoreError.suspicion("records are missing, added or older than they were")
    }
    names.sort()
    // Where the index hid a record in one file, and the other file had lost it, a write has made another one of that name.
    guard zip(names, names.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw CredentialStoreError.suspicion("a name is there twice")
    }
    return names
  }
}
