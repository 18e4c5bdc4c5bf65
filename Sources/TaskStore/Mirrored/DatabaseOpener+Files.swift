internal import DurableFiles
internal import Glibc

/// What opening does to files as a whole.
extension DatabaseOpener {
  /// What a file is called while it is built.
  static let rebuilding = ".rebuilding"
  /// What the files are called that SQLite makes beside a database.
  static let sideFiles = ["-wal", "-shm"]

  /// Removes a file, if there is one, with its side files.
  func remove(_ path: String) { for suffix in [""] + Self.sideFiles { unlink(path + suffix) } }

  /// Moves a file away with its side files, which belong to it and would spoil the new one. Files that hold nothing
  /// more than what was rescued are removed.
  func setAside(_ path: String, keep: Bool, _ health: inout StoreHealth) throws(TaskStoreError) {
    let target = DurableFile.placeAside(path)
    for suffix in Self.sideFiles where access(path + suffix, F_OK) == 0 {
      if keep { try Self.rename(path + suffix, target + suffix) } else { unlink(path + suffix) }
    }
    // Without `keep` the rebuilt file is renamed over it: at no moment is there none.
    guard keep else { return }
    try Self.rename(path, target)
    health.filesSetAside.append(target)
  }

  /// Moves away what stands in the place of one of the files and is none, as a directory, a link or a pipe, where the other file is
  /// there to serve: whoever can put such a thing there must not keep the owner out.
  ///
  /// - Returns: where they are now.
  func setAsideStrangers() throws(TaskStoreError) -> [String] {
    var health = StoreHealth()
    for (place, other) in [(path, copyPath), (copyPath, path)] where DurableFile.kind(other) == .file {
      if DurableFile.kind(place) == .other { try setAside(place, keep: true, &health) }
      for suffix in Self.sideFiles where DurableFile.kind(place + suffix) == .other {
        try Self.rename(place + suffix, DurableFile.placeAside(place + suffix))
        health.filesSetAside.append(place + suffix)
      }
    }
    return health.filesSetAside
  }

  /// A crash between putting the old file aside and renaming the new one leaves the new one under its working name.
  func finishInterruptedRebuild() throws(TaskStoreError) {
    for target in [path, copyPath] where access(target, F_OK) != 0 && access(target + Self.rebuilding, F_OK) == 0 {
      try Self.rename(target + Self.rebuilding, target)
    }
  }

  static func rename(_ source: String, _ target: String) throws(TaskStoreError) {
    do throws(FileError) { try DurableFile.rename(source, to: target) } catch { throw TaskStoreError(error) }
  }
}
