internal import Glibc

/// Files that are on the disk when a call returns, and that nobody but their owner may read.
public enum DurableFile {
  /// Makes a file of mode 0600, which must not exist, and has its content on the disk; its name is durable only after
  /// ``syncDirectory(of:)``. Leaves none behind when that fails.
  public static func create(_ path: String, with bytes: UnsafeRawBufferPointer) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError("open", path) }
    do throws(FileError) {
      defer { close(descriptor) }
      try write(bytes, to: descriptor, path)
      guard fsync(descriptor) == 0 else { throw FileError("fsync", path) }
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Puts a file with these bytes at `path`, in place of what is there, whole or not at all. A directory stays: then the failed call
  /// is `rename`, with `EISDIR`.
  ///
  /// - Parameter temporary: what it is called until it is whole; in the same directory, and not there yet.
  public static func replace(
    _ path: String, with bytes: UnsafeRawBufferPointer, by temporary: String
  ) throws(FileError) {
    try create(temporary, with: bytes)
    do throws(FileError) { try rename(temporary, to: path) } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Renames a file within its directory, durably.
  public static func rename(_ path: String, to target: String) throws(FileError) {
    guard Glibc.rename(path, target) == 0 else { throw FileError("rename", target) }
    try syncDirectory(of: target)
  }

  /// Writes all bytes at a descriptor's place.
  ///
  /// - Parameter path: what the descriptor is of, for the error.
  public static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String
  ) throws(FileError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileError("write", path, number: count == 0 ? ENOSPC : errno) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Makes what was made, renamed or removed beside `path` durable.
  public static func syncDirectory(of path: String) throws(FileError) {
    let directory = directory(of: path)
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("open", directory) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileError("fsync", directory) }
  }

  /// Everything before the last slash of a path; the present directory for a mere name.
  public static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// What stands at a path.
  public enum Kind: Equatable, Sendable {
    /// Nothing.
    case missing
    /// A regular file.
    case file
    /// A directory, a link, a pipe or the like, or what can't be looked at.
    case other
  }

  /// What stands at `path` itself; links are not followed.
  public static func kind(_ path: String) -> Kind {
    var status = stat()
    guard lstat(path, &status) == 0 else { return errno == ENOENT || errno == ENOTDIR ? .missing : .other }
    return status.st_mode & S_IFMT == S_IFREG ? .file : .other
  }

  /// What something at `path` is to be called that has to make room: `PATH.set-aside-1`, or the next number that is free.
  public static func placeAside(_ path: String) -> String {
    var (number, status) = (1, stat())
    while lstat("\(path).set-aside-\(number)", &status) == 0 { number += 1 }
    return "\(path).set-aside-\(number)"
  }
}
