internal import GRDB

extension FileEngine {
  /// What a repair found and did.
  struct Assessment {
    let copies: [CopyInspection]
    let header: StoreHeader
    let keys: StoreKeys
    /// The paths that were rebuilt from the other copy.
    var rebuilt: [String] = []
    var isWhole: Bool { copies.allSatisfy(\.isComplete) }
  }

  /// Looks at both copies whole, nobody else at work, and rebuilds the one that is damaged, missing or behind from the
  /// other. Where neither is whole it changes nothing.
  ///
  /// - Returns: nil when there is no store.
  /// - Throws: `rolledBack`, `wrongKey`, `keyMissing`, `newerFormat`, `damaged` when no header is left.
  @discardableResult
  func repair(acceptsOlder: Bool = false) throws(CredentialStoreError) -> Assessment? {
    let writing = try lockWriting()
    let use = try lockUse(exclusive: true)
    closeCopies()
    guard exists else { return nil }
    let floor = acceptsOlder ? seen.value : try floor()
    let (header, keys) = try survivingHeader()
    var assessment = Assessment(copies: try inspectBoth(header, keys), header: header, keys: keys)
    if try bringOneWriteForward(assessment.copies, header, keys) {
      assessment = Assessment(copies: try inspectBoth(header, keys), header: header, keys: keys)
    }
    try refuseRollback(assessment, floor)
    try rebuild(&assessment)
    _ = consume use
    _ = consume writing
    return assessment
  }

  func inspectBoth(_ header: StoreHeader, _ keys: StoreKeys) throws(CredentialStoreError) -> [CopyInspection] {
    try [primaryPath, mirrorPath].map { (path) throws(CredentialStoreError) in
      try CopyInspection(path: path, header: header, keys: keys, limit: configuration.timeLimit)
    }
  }

  /// The header that the key opens, out of whichever copy still has it. Brings older formats up to date on the way.
  func survivingHeader() throws(CredentialStoreError) -> (StoreHeader, StoreKeys) {
    var headers: [StoreHeader] = []
    var newer: Int?
    for path in [primaryPath, mirrorPath] {
      do throws(CredentialStoreError) {
        let copy = try DatabaseCopy(opening: path, limit: configuration.timeLimit)
        defer { copy.close() }
        if copy.version > Schema.version { newer = copy.version }
        if (1..<Schema.version).contains(copy.version) {
          try copy.write { db in
            try Schema.migrate(db, from: copy.version)
            try db.commit()
          }
        }
        guard copy.version <= Schema.version else { continue }
        headers.append(try copy.read { try $0.storeHeader() })
      } catch  where error.isSuspicion { continue }
    }
    var refusal: CredentialStoreError?
    for header in headers {
      do { return (header, try keys(for: header)) } catch { refusal = refusal ?? error }
    }
    if let refusal { throw refusal }
    if let newer { throw newerFormat(newer) }
    throw CredentialStoreError(.damaged, "\(primaryPath) and its mirror have both lost their header; restore a backup")
  }

  /// A damaged primary may hold one write that the whole mirror missed.
  private func bringOneWriteForward(
    _ copies: [CopyInspection], _ header: StoreHeader, _ keys: StoreKeys
  ) throws(CredentialStoreError) -> Bool {
    for (ahead, behind) in [(copies[0], copies[1]), (copies[1], copies[0])] {
      guard behind.isComplete, !ahead.isComplete, let state = ahead.state, let old = behind.state,
        state.generation == old.generation.successor
      else { continue }
      do throws(CredentialStoreError) {
        let source = try DatabaseCopy(opening: ahead.path, limit: configuration.timeLimit)
        let target = try DatabaseCopy(opening: behind.path, limit: configuration.timeLimit)
        defer {
          source.close()
          target.close()
        }
        try source.read { from in
          try target.write { to in
            try catchUp(to, from: from, at: state, header.storeID, keys)
            try to.commit()
          }
        }
        return true
      } catch  where error.isSuspicion { return false }
    }
    return false
  }

  /// What this process has seen itself, it takes back for nobody.
  static let endFirst =
    "the running agent has seen it itself: after a real restore end it first with vault agent stop"

  private func refuseRollback(_ assessment: Assessment, _ floor: GenerationMark.Value?) throws(CredentialStoreError) {
    guard let floor, let newest = assessment.copies.compactMap({ $0.state?.generation }).max() else { return }
    guard floor.storeID != assessment.header.storeID || floor.generation > newest else { return }
    let age = "\(primaryPath) is at change \(newest), and was at \(floor.generation) already"
    throw CredentialStoreError(.rolledBack, floor == seen.value ? "\(age); \(Self.endFirst)" : age)
  }

  private func rebuild(_ assessment: inout Assessment) throws(CredentialStoreError) {
    let whole = assessment.copies.filter(\.isComplete)
    guard let best = whole.max(by: { $0.state!.generation < $1.state!.generation }) else { return }
    for other in assessment.copies where other.path != best.path {
      // A damaged copy that is further than the whole one is kept for what can be read from it.
      if let state = other.state, state.generation > best.state!.generation { continue }
      if other.isComplete && other.state == best.state { continue }
      let source = try DatabaseCopy(opening: best.path, limit: configuration.timeLimit)
      defer { source.close() }
      try source.read { from in
        try build(other.path, assessment.header, assessment.keys, best.state!) { to in
          try from.forEachRecord(withValue: true) { row in
            guard let row else { throw CredentialStoreError.suspicion("a record has lost its shape") }
            try to.put(row)
          }
        }
      }
      assessment.rebuilt.append(other.path)
    }
    guard !assessment.rebuilt.isEmpty else { return }
    assessment = Assessment(
      copies: try inspectBoth(assessment.header, assessment.keys), header: assessment.header, keys: assessment.keys,
      rebuilt: assessment.rebuilt)
  }
}
