internal import GRDB
internal import LinuxSystem

/// A SQLite file with a second one beside it that says the same.
///
/// Every change goes to the file in one durable commit and then, in the same call, to the copy (`NAME.copy`), whose commit
/// doesn't wait for the disk: after a power cut the copy may be behind, which its revision tells, and is brought up again.
/// Rows carry checksums, and a summary carries the number of rows and the sum of their checksums. Whatever
/// SQLite or the checksums find wrong is put right from the other file; what neither can show is named, and the damaged
/// file is put aside, never overwritten.
///
/// Not thread-safe: it lives in an actor.
final class MirroredDatabase {
  /// A change to one row.
  enum Change: Sendable {
    case put(RowName, [Cell])
    /// Of a row that certainly isn't there.
    case add(RowName, [Cell])
    case remove(RowName)
  }

  let schema: Schema
  let path: String
  var copyPath: String { path + ".copy" }
  /// What was found and done since the database was opened.
  var health = StoreHealth()
  var file: DatabaseFile
  var copy: DatabaseFile
  private let busyTimeout: Double
  /// Set while the files are closed, so also after a repair that failed: the next call tries again.
  private var isDown = false
  /// Set until the index is built anew after damage was met.
  var isIndexDue = false
  /// In which form the index was built; nil before it is known to fit.
  var indexForm: Int?
  /// What finds out whether the files are sound: the index before it is asked for the first time, the rows before a change.
  private var checks: SoundnessChecks

  /// Opens both files, makes the missing one, and settles any difference between them. Whether two files that say the same
  /// of themselves are sound is found out beside what is done next.
  init(path: String, schema: Schema, busyTimeout: Double = 2) throws(TaskStoreError) {
    self.path = path
    self.schema = schema
    self.busyTimeout = busyTimeout
    let opened = try DatabaseOpener(path: path, schema: schema, busyTimeout: busyTimeout).run()
    file = opened.file
    copy = opened.copy
    health = opened.health
    checks = opened.checks
    // Without space the index stays due, and is built with the first call that finds some.
    do { try fitIndex() } catch  where error.code == .diskFull {}
  }

  deinit { checks.end() }

  /// Reads through `body`, once the files are known to be sound, and once more after a repair when it meets damage.
  func read<T>(_ body: (Database) throws -> T) throws(TaskStoreError) -> T {
    try verify()
    return try readProven(body)
  }

  /// The same without waiting: for what proves itself, as single rows do by checksum and key, and all rows of a table by their
  /// tally. That there is none, or which is the last, only the structure says.
  func readProven<T>(_ body: (Database) throws -> T) throws(TaskStoreError) -> T {
    try reopenIfDown()
    do { return try file.read(body) } catch  where error.code == .damaged && error.ids.isEmpty {
      try repair()
      return try file.read(body)
    }
  }

  /// Applies `changes` in one transaction, in both files.
  ///
  /// - Parameter changes: decides what to change from what is there; runs again after a repair.
  func write(_ changes: (Database, Summary) throws -> [Change]) throws(TaskStoreError) {
    try reopenIfDown()
    try verify()
    do { try apply(changes) } catch  where error.code == .damaged && error.ids.isEmpty {
      try repair()
      try apply(changes)
    }
  }

  /// Makes ready for a change of so many rows, after the files have been checked.
  ///
  /// One that finds no space leaves its part of the write-ahead log behind. That can only be cut once all the rest of the log
  /// is in the file, for which there would be no space either.
  func prepare(forRows count: Int) {
    guard !isDown, PageCache.isLarge(forRows: count) else { return }
    file.fold()
    copy.fold()
  }

  /// Reconciles the files, or finds them whole, and builds the index anew.
  func repair() throws(TaskStoreError) {
    isIndexDue = schema.index != nil
    try reconcile()
    try buildIndex()
  }

  /// Reconciles the files, or finds them whole.
  ///
  /// - Parameter distrusting: builds the first file anew, however whole it looks.
  func reconcile(distrusting: Bool = false) throws(TaskStoreError) {
    let before = health
    if !isDown {
      isDown = true
      try close()
    }
    var opening = DatabaseOpener(path: path, schema: schema, busyTimeout: busyTimeout)
    opening.isDistrusting = distrusting
    let opened = try opening.run(alwaysCompare: true)
    file = opened.file
    copy = opened.copy
    checks = opened.checks
    isDown = false
    health = before
    // It was tried again just now.
    health.repairs.removeAll { $0 == DatabaseOpener.lateCopy(copyPath) }
    health.repairs += opened.health.repairs
    health.filesSetAside += opened.health.filesSetAside
    health.damagedRows += opened.health.damagedRows
  }

  /// Opens the files again if a repair had to leave them closed, repairs what has been found unsound since, and makes up for an
  /// index that is due, or has to be in another form by now.
  func reopenIfDown() throws(TaskStoreError) {
    if isDown { return try repair() }
    if checks.ofIndex?.hasEnded == true { try verifyIndex() }
    if checks.ofRows?.hasEnded == true { try verifyRows() }
    if checks.ofIndexContents?.hasEnded == true { try verifyIndexContents() }
    if isIndexDue || schema.index?.form != indexForm { try buildIndex() }
  }

  /// Closes both files.
  func close() throws(TaskStoreError) {
    checks.end()
    try file.close()
    try copy.close()
  }
}

extension MirroredDatabase {
  /// What questions of the index wait for; nil where that is known.
  var indexCheck: ConcurrentWork<Bool>? { checks.ofIndex }
  /// What nobody waits for but who tells of it; nil where that is known.
  var indexContentsCheck: ConcurrentWork<Bool>? { checks.ofIndexContents }
  /// What a change waits for; nil where that is known.
  var rowsCheck: ConcurrentWork<Bool>? { checks.ofRows }

  /// Waits until it is known that both files are sound, and repairs what isn't.
  func verify() throws(TaskStoreError) {
    try verifyIndex()
    try verifyRows()
  }

  /// Waits until it is known that the rows of both files are sound, and repairs them where they aren't.
  private func verifyRows() throws(TaskStoreError) { if try reconcileIfUnsound() { try buildIndex() } }

  /// - Returns: whether the files had to be reconciled.
  func reconcileIfUnsound() throws(TaskStoreError) -> Bool {
    guard let check = checks.ofRows else { return false }
    let areSound: Bool
    do { areSound = try check.value() } catch { areSound = try areRowsSound() }
    checks.ofRows = nil
    guard !areSound else { return false }
    isIndexDue = schema.index != nil
    try reconcile()
    return true
  }

  private func areRowsSound() throws(TaskStoreError) -> Bool {
    do throws(TaskStoreError) {
      guard try file.hasSoundRows() else { return false }
      return try copy.hasSoundRows()
    } catch  where error.code == .damaged { return false }
  }

  /// The index is built anew, whatever the check finds.
  func forgetIndexCheck() {
    _ = try? checks.ofIndex?.value()
    _ = try? checks.ofIndexContents?.value()
    (checks.ofIndex, checks.ofIndexContents) = (nil, nil)
  }

  private func verifyIndexContents() throws(TaskStoreError) {
    let agree: Bool
    // What could not be looked at is looked at by the next start.
    do { agree = try checks.ofIndexContents?.value() ?? true } catch { agree = error.code != .damaged }
    checks.ofIndexContents = nil
    guard !agree else { return }
    try buildIndex()
    health.repairs.append("The index of \(path) was damaged and has been rebuilt.")
  }

  /// Waits until it is known that the index is sound, and builds it anew where it isn't.
  func verifyIndex() throws(TaskStoreError) {
    guard let index = schema.index, let check = checks.ofIndex else { return }
    let isSound: Bool
    // Another program may have the file for itself.
    do { isSound = try check.value() } catch { isSound = try self.isSound(index) }
    checks.ofIndex = nil
    try buildIndex(unless: isSound)
  }

  private func isSound(_ index: any RowIndex) throws(TaskStoreError) -> Bool {
    do { return try file.isSound(index.tableGroups.flatMap(\.self)) } catch  where error.code == .damaged {
      return false
    }
  }

  private func buildIndex(unless isSound: Bool) throws(TaskStoreError) {
    guard !isSound else { return }
    // Its pages may be taken for those of the rows, so the file is made anew.
    isIndexDue = true
    try reconcile(distrusting: true)
    try buildIndex()
  }
}
