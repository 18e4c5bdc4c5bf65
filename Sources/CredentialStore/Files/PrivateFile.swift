internal import DurableFiles
internal import Glibc
internal import Synchronization

/// Which file a path names at the moment.
struct FileIdentity: Equatable {
  let device: UInt
  let inode: UInt

  /// nil when there is nothing at `path`.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }
}

/// Small files that only their owner may read or write.
enum PrivateFile {
  /// Opens without following a link at the last component; -1 with `errno` when that fails.
  static func open(_ path: String, _ flags: Int32) -> Int32 {
    // Without O_NONBLOCK a pipe put in the file's place would hold up its opener for ever.
    Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
  }

  /// What stands at a path.
  enum Kind: Equatable { case missing, file, other }

  /// What stands at `path`: a directory, a link, a pipe or the like is none of ours.
  static func kind(_ path: String) -> Kind {
    var status = stat()
    guard lstat(path, &status) == 0 else { return errno == ENOENT || errno == ENOTDIR ? .missing : .other }
    return status.st_mode & S_IFMT == S_IFREG ? .file : .other
  }

  /// Moves away what stands in a file's place and is none; nobody but its maker knows the use of it.
  ///
  /// - Returns: where it is now; nil where nothing had to be moved.
  @discardableResult
  static func setAside(_ path: String) throws(CredentialStoreError) -> String? {
    guard kind(path) == .other else { return nil }
    var number = 1
    while kind("\(path).set-aside-\(number)") != .missing { number += 1 }
    let target = "\(path).set-aside-\(number)"
    guard rename(path, target) == 0 else { throw error("rename", path) }
    return target
  }

  /// The whole file, or nil when there is none.
  ///
  /// - Throws: `damaged` when it is longer than `limit` bytes, and what ``error(_:_:)`` makes of a failed call.
  static func read(_ path: String, limit: Int) throws(CredentialStoreError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw error("open", path)
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard count >= 0 else { throw error("read", path) }
    guard count <= limit else { throw CredentialStoreError(.damaged, "\(path) is longer than it can be") }
    return Array(bytes.prefix(count))
  }

  /// Two that mend the same file at once would take each other's new file away.
  private static let replacing = Mutex(())

  /// Puts `bytes` at `path` whole or not at all, durably.
  static func replace(_ path: String, with bytes: UnsafeRawBufferPointer) throws(CredentialStoreError) {
    let outcome = replacing.withLock { _ in
      Result { () throws(CredentialStoreError) in try replaceAlone(path, with: bytes) }
    }
    try outcome.get()
  }

  private static func replaceAlone(
    _ path: String, with bytes: UnsafeRawBufferPointer
  ) throws(CredentialStoreError) {
    let temporary = path + ".new"
    unlink(temporary)
    try setAside(temporary)
    // A directory is the one thing that a file can't be put in the place of.
    try setAside(path)
    try translating { () throws(FileError) in try DurableFile.replace(path, with: bytes, by: temporary) }
  }

  /// Puts `bytes` at `path` whole or not at all, durably.
  static func replace(_ path: String, with bytes: [UInt8]) throws(CredentialStoreError) {
    let outcome = bytes.withUnsafeBytes { bytes in
      Result { () throws(CredentialStoreError) in try replace(path, with: bytes) }
    }
    try outcome.get()
  }

  /// Makes renames and removals beside `path` durable.
  static func syncDirectory(of path: String) throws(CredentialStoreError) {
    try translating { () throws(FileError) in try DurableFile.syncDirectory(of: path) }
  }

  /// Makes the directory and its parents, readable by their owner alone, unless they exist.
  static func makeDirectory(_ path: String) throws(CredentialStoreError) {
    var status = stat()
    if stat(path, &status) == 0 { return }
    let parent = directory(of: path)
    if parent != path { try makeDirectory(parent) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw error("mkdir", path) }
  }

  /// Everything before the last slash.
  static func directory(of path: String) -> String { DurableFile.directory(of: path) }

  /// Tries whether a file beside `path` could grow as its write-ahead log must: SQLite tells a full disk from a broken one
  /// only for some calls.
  ///
  /// - Returns: nil when there is room.
  static func lackOfSpace(beside path: String) -> CredentialStoreError? {
    var log = stat()
    let size = stat(path + "-wal", &log) == 0 ? log.st_size : 0
    let probe = path + ".probe"
    let room = [UInt8](repeating: 1, count: 64 << 10)
    let descriptor = open(probe, O_WRONLY | O_CREAT)
    guard descriptor >= 0 else { return error("create", probe) }
    defer {
      close(descriptor)
      unlink(probe)
    }
    errno = 0
    guard pwrite(descriptor, room, room.count, size) != room.count else { return nil }
    // A write that was cut short leaves no error: the room ended in the middle of it.
    return error("write", path, errno: errno == 0 ? ENOSPC : errno)
  }

  /// Tells what failed as this module does.
  private static func translating(_ body: () throws(FileError) -> Void) throws(CredentialStoreError) {
    do throws(FileError) { try body() } catch { throw self.error(error.call, error.path, errno: error.number) }
  }

  /// What the current `errno` means to the owner of the file.
  static func error(_ call: String, _ path: String) -> CredentialStoreError { error(call, path, errno: errno) }

  /// What `errno` means to the owner of the file.
  static func error(_ call: String, _ path: String, errno: Int32) -> CredentialStoreError {
    let detail = "\(call) \(path): \(String(cString: strerror(errno)))"
    switch errno {
    case ENOSPC, EDQUOT, EFBIG: return CredentialStoreError(.diskFull, detail)
    case EROFS, EACCES, EPERM: return CredentialStoreError(.readOnly, detail)
    default: return CredentialStoreError(.failed, detail)
    }
  }
}
