internal import Glibc
internal import Synchronization

/// A small file that only its owner may use: checked at every opening, replaced whole and durably or not at all.
package struct PrivateFile<Failure: PrivateFileFailure>: Sendable {
  /// Where it stands.
  package let path: String
  private let maximumByteCount: Int
  private let mustBePrivate: Bool

  /// Names a file; nothing is read or made yet.
  ///
  /// - Parameters:
  ///   - path: an absolute one.
  ///   - maximumByteCount: a longer file is damaged; nothing longer is ever read.
  ///   - mustBePrivate: whether a file is refused that is somebody else's or that others may use. What is no regular file is, too;
  ///     else that is only damage.
  package init(path: String, maximumByteCount: Int, mustBePrivate: Bool = true) {
    (self.path, self.maximumByteCount, self.mustBePrivate) = (path, maximumByteCount, mustBePrivate)
  }

  /// The content; nil when there is no such file.
  ///
  /// - Throws: `notPrivate`, `damaged` when it is too long, and what a failed call means.
  package func read() throws(Failure) -> [UInt8]? {
    guard let descriptor = try opened() else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: maximumByteCount + 1)
    var done = 0
    while done < bytes.count {
      let got = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
      }
      if got == 0 { return Array(bytes.prefix(done)) }
      if got > 0 { done += got } else if errno != EINTR { throw Failure(FileError("read", path)) }
    }
    throw Failure(file: .damaged, "\(path) is longer than it can be")
  }

  /// The file, checked and open for reading, for the caller to close; nil when there is none.
  ///
  /// - Throws: as ``read()``.
  package func opened() throws(Failure) -> Int32? {
    let descriptor = Self.open(path, O_RDONLY)
    if descriptor < 0 {
      switch errno {
      case ENOENT, ENOTDIR: return nil
      // A link or a socket; or what may not be read, which is none of ours.
      case ELOOP, ENXIO: throw stranger
      case EACCES where mustBePrivate: throw stranger
      default: throw Failure(FileError("open", path))
      }
    }
    guard Self.isRegular(descriptor, ofOwnerAlone: mustBePrivate) else {
      close(descriptor)
      throw stranger
    }
    return descriptor
  }

  private var stranger: Failure {
    mustBePrivate
      ? Failure(file: .notPrivate, "\(path) must be a file that is yours alone: chown it to you and chmod 600")
      : Failure(file: .damaged, "\(path) is not a regular file")
  }

  /// Puts a new file with these bytes in its place, durably. What stands there and is no file is set aside.
  ///
  /// - Throws: `diskFull`, `readOnly` or `failed`; the older content is whole then.
  package func replace(with bytes: UnsafeRawBufferPointer) throws(Failure) {
    try ReplacementLock.of(path).mutex.withLock { (_) throws(Failure) in
      // What a crash left.
      let temporary = path + ".new"
      unlink(temporary)
      try Self.setAside(temporary)
      try Self.setAside(path)
      do throws(FileError) { try DurableFile.replace(path, with: bytes, by: temporary) } catch { throw Failure(error) }
    }
  }

  /// The same for an array.
  package func replace(with bytes: [UInt8]) throws(Failure) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      try replace(with: UnsafeRawBufferPointer(bytes))
    }
  }

  /// Removes the file, if there is one, durably.
  package func remove() throws(Failure) {
    guard unlink(path) == 0 || [ENOENT, ENOTDIR].contains(errno) else { throw Failure(FileError("unlink", path)) }
    do throws(FileError) { try DurableFile.syncDirectory(of: path) } catch {
      // Without a directory there is nothing to remove.
      guard [ENOENT, ENOTDIR].contains(error.number) else { throw Failure(error) }
    }
  }
}

/// Two that replace the same file at once would take each other's new file away. Each file has a lock of its own, lest one on a disk
/// that hangs keep the others waiting.
private final class ReplacementLock: Sendable {
  let mutex = Mutex(())

  private static let all = Mutex<[String: ReplacementLock]>([:])

  static func of(_ path: String) -> ReplacementLock {
    all.withLock { locks in
      let lock = locks[path] ?? ReplacementLock()
      locks[path] = lock
      return lock
    }
  }
}

/// Files that are kept in another way.
extension PrivateFile {
  /// Opens without following a link at the last component, and makes files with mode 0600; -1 with `errno` when that fails.
  package static func open(_ path: String, _ flags: Int32) -> Int32 {
    // Without O_NONBLOCK a pipe put in the file's place would hold up its opener for ever.
    Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
  }

  /// Whether an open file is a regular one, and nobody else may use it where that is asked.
  package static func isRegular(_ descriptor: Int32, ofOwnerAlone: Bool) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && (!ofOwnerAlone || status.st_uid == geteuid() && status.st_mode & 0o077 == 0)
  }

  /// Moves away what stands in a file's place and is none: nobody but its maker knows the use of it.
  ///
  /// - Returns: where it is now; nil where nothing had to be moved.
  @discardableResult
  package static func setAside(_ path: String) throws(Failure) -> String? {
    DurableFile.kind(path) == .other ? try moveAside(path) : nil
  }

  /// Moves away whatever stands there.
  ///
  /// - Returns: where it is now.
  @discardableResult
  package static func moveAside(_ path: String) throws(Failure) -> String {
    let target = DurableFile.placeAside(path)
    guard rename(path, target) == 0 else {
      throw Failure(FileError("rename", path), advice: "it is not the vault's file: remove it")
    }
    return target
  }

  /// Makes what was made, renamed or removed beside a file durable.
  package static func syncDirectory(of path: String) throws(Failure) {
    do throws(FileError) { try DurableFile.syncDirectory(of: path) } catch { throw Failure(error) }
  }
}
