internal import GRDB

extension FileEngine {
  /// Looks at everything, repairs what can be repaired, and reports the rest.
  func check() throws(CredentialStoreError) -> CredentialFileReport {
    guard try wasMade() else { return CredentialFileReport() }
    var repaired: [String] = []
    if try mark.repair() { repaired.append(mark.path) }
    if let state = try quickCheck() {
      return CredentialFileReport(
        generation: state.generation, recordCount: Int(clamping: state.recordCount), repaired: repaired)
    }
    guard let assessment = try repair() else { return CredentialFileReport() }
    repaired += assessment.rebuilt
    if assessment.isWhole, let state = assessment.copies[0].state {
      return CredentialFileReport(
        generation: state.generation, recordCount: Int(clamping: state.recordCount), repaired: repaired)
    }
    return try damageReport(assessment, repaired)
  }

  /// Goes back to what is there, after a real restore; where nothing is, forgets that there was something.
  func acceptRollback() throws(CredentialStoreError) {
    guard exists else {
      guard seen.value == nil else {
        throw CredentialStoreError(.rolledBack, "\(primaryPath) is gone; \(Self.endFirst)")
      }
      return try mark.remove()
    }
    guard let assessment = try repair(acceptsOlder: true),
      let newest = assessment.copies.compactMap({ $0.state?.generation }).max()
    else { return }
    try CredentialFile.makeDirectory(of: mark.path)
    try mark.set(GenerationMark.Value(storeID: assessment.header.storeID, generation: newest))
  }

  /// Both copies while others go on writing.
  ///
  /// - Returns: nil when there is anything to look at more closely.
  private func quickCheck() throws(CredentialStoreError) -> StoreState? {
    let use = try lockUse(exclusive: false)
    let floor = try floor()
    let opened: Opened?
    do { opened = try open() } catch  where error.isSuspicion { opened = nil }
    guard let opened else { return nil }
    let copies = try inspectBoth(opened.header, opened.keys)
    _ = consume use
    guard copies.allSatisfy(\.isComplete), let first = copies[0].state, let second = copies[1].state,
      second.generation.successor >= first.generation,
      floor.map({ $0.storeID == opened.header.storeID && $0.generation <= first.generation }) ?? true
    else { return nil }
    return first
  }

  private func damageReport(
    _ assessment: Assessment, _ repaired: [String]
  ) throws(CredentialStoreError) -> CredentialFileReport {
    let storeID = assessment.header.storeID
    let keys = assessment.keys
    let survey = try survey(assessment.header, keys)
    var report = CredentialFileReport(
      generation: survey.newest.generation, recordCount: Int(clamping: survey.newest.recordCount), repaired: repaired)
    for row in survey.damaged.values {
      report.damaged.append(.init(id: row.id.hexadecimal, name: try? row.openName(storeID: storeID, keys: keys)))
    }
    report.damaged.sort { $0.id < $1.id }
    report.readable = try survey.whole.values.map { (row) throws(CredentialStoreError) in
      try row.openName(storeID: storeID, keys: keys)
    }.compactMap(\.self).sorted()
    report.problems = assessment.copies.compactMap { copy in copy.problem.map { "\(copy.path): \($0)" } }
    return report
  }
}
