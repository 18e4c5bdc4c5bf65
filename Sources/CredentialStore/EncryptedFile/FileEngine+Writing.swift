internal import GRDB
internal import Sealing
internal import SecretMemory

extension FileEngine {
  func set(_ value: borrowing SecretBytes, for name: CredentialName) throws(CredentialStoreError) {
    try CredentialFile.makeDirectory(of: primaryPath)
    _ = try trusting { () throws(CredentialStoreError) in
      try change(name, mayCreate: true) { old, opened in
        try RecordRow(
          sealing: value, name: name, id: try old?.id ?? SystemRandom.bytes(16), version: (old?.version ?? 0).successor,
          storeID: opened.header.storeID, keys: opened.keys)
      }
    } salvage: { (suspicion) throws(CredentialStoreError) in
      throw unwritable(suspicion)
    }
  }

  func remove(_ name: CredentialName) throws(CredentialStoreError) -> Bool {
    guard try wasMade() else { return false }
    return try trusting { () throws(CredentialStoreError) in
      try change(name, mayCreate: false) { _, _ in nil }
    } salvage: { (suspicion) throws(CredentialStoreError) in
      throw unwritable(suspicion)
    }
  }

  private func unwritable(_ suspicion: CredentialStoreError) -> CredentialStoreError {
    CredentialStoreError(.damaged, "\(suspicion.detail); run vault store check for details")
  }

  /// Puts what `makeNew` gives in the place of the record, in one critical section over both copies and the mark.
  ///
  /// - Returns: whether anything changed.
  private func change(
    _ name: CredentialName, mayCreate: Bool, _ makeNew: (RecordRow?, Opened) throws -> RecordRow?
  ) throws(CredentialStoreError) -> Bool {
    let writing = try lockWriting()
    if mayCreate && !exists { try createStore() }
    let use = try lockUse(exclusive: false)
    let floor = try floor()
    guard let opened = try open() else { return false }
    let lookup = try opened.keys.lookup(for: name)
    try mark.prepare(storeID: opened.header.storeID)
    let generation: UInt64? = try opened.primary.write { primary in
      let state = try trustedState(primary, opened, floor: floor)
      let old = try current(primary, lookup, opened)
      let new = try makeNew(old, opened)
      let next = state.advanced(from: old?.code, to: new?.code, changed: lookup)
      let step = Step(lookup: lookup, old: old, new: new, before: state, after: next)
      return try commit(primary, opened, step) ? next.generation : nil
    }
    if let generation {
      let value = GenerationMark.Value(storeID: opened.header.storeID, generation: generation)
      seen.raise(to: value)
      try mark.raise(to: value)
    }
    _ = consume use
    _ = consume writing
    return generation != nil
  }

  private struct Step {
    let lookup: [UInt8]
    let old: RecordRow?
    let new: RecordRow?
    let before: StoreState
    let after: StoreState
  }

  /// Changes both copies: the primary commits first, so the mirror is never ahead. Where the mirror then fails to follow,
  /// the write is durable all the same, and the next writer brings the mirror up to date.
  ///
  /// - Returns: false when there was nothing to remove.
  private func commit(_ primary: Database, _ opened: Opened, _ step: Step) throws(CredentialStoreError) -> Bool {
    var isCommitted = false
    do {
      try opened.mirror.write { mirror in
        try catchUp(mirror, from: primary, at: step.before, opened.header.storeID, opened.keys)
        guard try current(mirror, step.lookup, opened)?.code == step.old?.code else {
          throw CredentialStoreError.suspicion("the copies disagree about a record")
        }
        guard step.old != nil || step.new != nil else { return }
        for db in [primary, mirror] {
          if let new = step.new { try db.put(new) } else { try db.deleteRecord(lookup: step.lookup) }
          try db.put(step.after, storeID: opened.header.storeID, keys: opened.keys)
        }
        try primary.commit()
        isCommitted = true
        try mirror.commit()
      }
    } catch {
      guard isCommitted else { throw error }
    }
    return isCommitted
  }

  /// The record as it stands, its columns checked; its value is about to go and need not be read.
  private func current(_ db: Database, _ lookup: [UInt8], _ opened: Opened) throws -> RecordRow? {
    guard let row = try db.record(lookup: lookup, withValue: false) else { return nil }
    guard row.lookup == lookup, try row.isGenuine(storeID: opened.header.storeID, keys: opened.keys) else {
      throw CredentialStoreError.suspicion("record \(row.id.hexadecimal) fails its check")
    }
    return row
  }

  /// Gives a mirror that missed the last write (its writer was killed between the two commits) that one record.
  func catchUp(
    _ mirror: Database, from primary: Database, at state: StoreState, _ storeID: [UInt8], _ keys: StoreKeys
  ) throws {
    let behind = try mirror.storeState(storeID: storeID, keys: keys)
    if behind == state { return }
    guard behind.generation.successor == state.generation else {
      throw CredentialStoreError.suspicion("the copies stand at different generations")
    }
    let missed = try primary.record(lookup: state.changed, withValue: true)
    if let missed {
      guard try missed.isWhole && missed.isGenuine(storeID: storeID, keys: keys) else {
        throw CredentialStoreError.suspicion("record \(missed.id.hexadecimal) fails its check")
      }
    }
    let old = try mirror.record(lookup: state.changed, withValue: false)
    guard behind.advanced(from: old?.code, to: missed?.code, changed: state.changed) == state else {
      throw CredentialStoreError.suspicion("the copies do not follow from each other")
    }
    if let missed { try mirror.put(missed) } else { try mirror.deleteRecord(lookup: state.changed) }
    try mirror.put(state, storeID: storeID, keys: keys)
  }
}
