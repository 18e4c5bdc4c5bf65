internal import GRDB
internal import SecretMemory

extension FileEngine {
  /// The newest whole version of one record out of two damaged copies.
  func salvageValue(
    for name: CredentialName, _ suspicion: CredentialStoreError
  ) throws(CredentialStoreError) -> SecretBytes? {
    let use = try lockUse(exclusive: false)
    guard exists else { return nil }
    let (header, keys) = try survivingHeader()
    let lookup = try keys.lookup(for: name)
    var best: RecordRow?
    var lost: RecordRow?
    var isListComplete = false
    for path in [primaryPath, mirrorPath] {
      do throws(CredentialStoreError) {
        let copy = try DatabaseCopy(opening: path, limit: configuration.timeLimit)
        defer { copy.close() }
        try copy.read { db in
          var digest = MultisetDigest()
          let state = try db.storeState(storeID: header.storeID, keys: keys)
          try db.forEachRecord(withValue: true) { row in
            guard let row else { return }
            let isGenuine = try row.isGenuine(storeID: header.storeID, keys: keys)
            if isGenuine { digest.add(row.code) }
            guard row.lookup == lookup else { return }
            guard isGenuine, row.isWhole else {
              lost = row
              return
            }
            if best.map({ $0.version < row.version }) ?? true { best = row }
          }
          isListComplete = isListComplete || digest == state.digest
        }
      } catch  where error.isSuspicion { continue }
    }
    _ = consume use
    if let best { return try best.openValue(storeID: header.storeID, keys: keys) }
    if lost == nil && isListComplete { return nil }
    throw CredentialStoreError(.damaged, lost.map { "record \($0.id.hexadecimal) in both copies" } ?? suspicion.detail)
  }

  /// Everything that is whole in at least one copy, and what is not.
  struct SalvageSurvey {
    /// The newest whole version of each record, without its value, by id.
    var whole: [[UInt8]: RecordRow] = [:]
    /// Records that are whole in neither copy, by id.
    var damaged: [[UInt8]: RecordRow] = [:]
    var newest = StoreState()
  }

  func survey(_ header: StoreHeader, _ keys: StoreKeys) throws(CredentialStoreError) -> SalvageSurvey {
    var survey = SalvageSurvey()
    for path in [primaryPath, mirrorPath] {
      do throws(CredentialStoreError) {
        let copy = try DatabaseCopy(opening: path, limit: configuration.timeLimit)
        defer { copy.close() }
        try copy.read { db in
          let state = try db.storeState(storeID: header.storeID, keys: keys)
          if state.generation > survey.newest.generation { survey.newest = state }
          try db.forEachRecord(withValue: true) { row in
            guard let row else { return }
            guard row.isWhole, try row.isGenuine(storeID: header.storeID, keys: keys) else {
              survey.damaged[row.id] = row
              return
            }
            if survey.whole[row.id].map({ $0.version < row.version }) ?? true {
              survey.whole[row.id] = row.withoutValue
            }
          }
        }
      } catch  where error.isSuspicion { continue }
    }
    for id in survey.whole.keys { survey.damaged[id] = nil }
    return survey
  }
}

extension RecordRow {
  /// The same without the sealed value, for keeping many.
  var withoutValue: RecordRow {
    RecordRow(
      id: id, version: version, lookup: lookup, salt: salt, sealedName: sealedName, sealedValue: [], hash: hash,
      code: code)
  }
}
