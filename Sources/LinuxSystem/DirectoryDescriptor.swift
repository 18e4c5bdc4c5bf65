public import Glibc

/// An open directory. What is below it is named one component at a time and without following links, so that nobody who can write above it
/// leads what is made or removed elsewhere.
public struct DirectoryDescriptor: ~Copyable {
  /// Of the directory.
  public let descriptor: Int32

  /// Opens a directory; links on the way to it are followed.
  ///
  /// - Throws: why it can't be opened.
  public init(_ path: String) throws(SystemError) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open \(path)") }
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Opens a directory in this one, which must be one and no link.
  ///
  /// - Parameter makes: whether it is made, with mode 0700, where it is missing.
  /// - Throws: why it can't be opened or made.
  public func directory(_ name: String, makes: Bool = false) throws(SystemError) -> DirectoryDescriptor {
    Self.check(name)
    if makes, mkdirat(descriptor, name, 0o700) != 0, errno != EEXIST { throw SystemError("mkdir \(name)") }
    let opened = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else { throw SystemError("open \(name)") }
    return DirectoryDescriptor(descriptor: opened)
  }

  /// The names of what is in it but `.` and `..`, in no order.
  ///
  /// - Throws: why it can't be read.
  public func names() throws(SystemError) -> [String] {
    // Not by a path below /proc: where that is missing, the directory would seem to be.
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw SystemError("fcntl") }
    return try DirectoryListing.names(of: copy)
  }

  /// What `fstat(2)` says of it.
  public func status() throws(SystemError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError("fstat") }
    return status
  }

  /// What `lstat(2)` says of something in it; nil where there is nothing.
  ///
  /// - Throws: why it can't be told.
  public func status(of name: String) throws(SystemError) -> stat? {
    Self.check(name)
    var status = stat()
    if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
    guard errno == ENOENT else { throw SystemError("lstat \(name)") }
    return nil
  }

  /// Removes something in it that is no directory; what is not there is left alone.
  ///
  /// - Returns: whether there was something.
  /// - Throws: why it can't be removed.
  @discardableResult
  public func remove(_ name: String) throws(SystemError) -> Bool {
    Self.check(name)
    if unlinkat(descriptor, name, 0) == 0 { return true }
    guard errno == ENOENT else { throw SystemError("unlink \(name)") }
    return false
  }

  /// Removes an empty directory in it.
  ///
  /// - Returns: whether it is gone; one that is not empty, or no directory, stays.
  @discardableResult
  public func removeDirectory(_ name: String) -> Bool {
    Self.check(name)
    return unlinkat(descriptor, name, AT_REMOVEDIR) == 0
  }

  private static func check(_ name: String) {
    precondition(
      !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(UInt8(ascii: "/")), "one component")
  }
}
