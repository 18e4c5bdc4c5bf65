internal import FoundationEssentials
internal import GRDB
internal import Glibc

extension MirroredDatabase {
  /// Erases what was removed from both files, when the row `mark` says that this is due, and then removes the mark: from
  /// the index, from free space, from the write-ahead logs. Files that were put aside are removed: what is in them can't be told
  /// apart from what must be nowhere.
  ///
  /// - Parameter isPatient: whether another program that holds a file is waited for.
  func eraseTracesIfDue(_ mark: RowName, isPatient: Bool = true) throws(TaskStoreError) {
    guard try isThere(mark) else { return }
    try verify()
    try resynchronizeCopy()
    if let index = schema.index { try file.write { try index.purgeStaleRows(in: $0) } }
    try file.eraseTraces(isPatient: isPatient)
    try copy.eraseTraces(isPatient: isPatient)
    try removeFilesSetAside()
    try write { _, _ in [.remove(mark)] }
  }

  private func isThere(_ mark: RowName) throws(TaskStoreError) -> Bool {
    if try readProven({ try $0.row(mark)?.valid() }) != nil { return true }
    // Damage may hide it.
    return try isComplete(mark.table) ? false : isThere(mark)
  }

  /// A copy that is behind has the stale plaintext as its present one.
  private func resynchronizeCopy() throws(TaskStoreError) {
    guard try !isCopyCurrent() else { return }
    try reconcile()
    try fitIndex()
    guard try isCopyCurrent() else { throw TaskStoreError(.diskFull, copyPath) }
  }

  private func isCopyCurrent() throws(TaskStoreError) -> Bool {
    try file.read { try $0.summary() } == copy.read { try $0.summary() }
  }

  private func removeFilesSetAside() throws(TaskStoreError) {
    let url = URL(fileURLWithPath: path)
    let directory = url.deletingLastPathComponent().path
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: directory) } catch {
      throw TaskStoreError(.readOnly, directory)
    }
    let own = url.lastPathComponent
    let beginnings = ["", ".copy"].flatMap { ["\(own)\($0).set-aside-", "\(own)\($0).rebuilding"] }
    for name in names where beginnings.contains(where: name.hasPrefix) {
      guard unlink("\(directory)/\(name)") == 0 || errno == ENOENT else { throw TaskStoreError(errno: errno, name) }
    }
    health.filesSetAside = []
  }
}
