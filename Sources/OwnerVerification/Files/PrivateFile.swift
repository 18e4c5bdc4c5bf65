internal import DurableFiles
internal import Glibc
internal import Sealing

/// A small file that only its owner may read: checked at every opening, replaced whole and durably or not at all.
struct PrivateFile: Sendable {
  let path: String
  /// A longer file is damaged; nothing longer is ever read.
  let maximumByteCount: Int

  /// The content; nil when there is no such file.
  ///
  /// - Throws: `insecurePermissions` when it is not ours alone or no ordinary file, `damaged` when too long, `inputOutput`.
  func read() throws(OwnerVerificationError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      if errno == ELOOP { throw OwnerVerificationError(.insecurePermissions, "\(path) is a symbolic link") }
      // A socket, or what may not be read: none of ours.
      if [ENXIO, EACCES].contains(errno) {
        throw OwnerVerificationError(.insecurePermissions, "\(path) can't be read")
      }
      throw failure("open")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("fstat") }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw OwnerVerificationError(.insecurePermissions, "\(path) must be yours alone: chown it to you and chmod 600")
    }
    guard status.st_size <= maximumByteCount else { throw OwnerVerificationError(.damaged, "\(path) is too long") }
    return try contents(of: descriptor)
  }

  private func contents(of descriptor: Int32) throws(OwnerVerificationError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: maximumByteCount + 1)
    var done = 0
    while done < bytes.count {
      let start = done
      let got = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start)
      }
      if got == 0 { return Array(bytes.prefix(done)) }
      if got > 0 { done += got } else if errno != EINTR { throw failure("read") }
    }
    throw OwnerVerificationError(.damaged, "\(path) is too long")
  }

  /// Replaces the file: a new one is written beside it, synchronised, renamed over it, and the directory synchronised.
  ///
  /// - Throws: `diskFull`, `readOnly` or `inputOutput`; the older content is whole then.
  func replace(with bytes: [UInt8]) throws(OwnerVerificationError) {
    let suffix = try sealing { () throws(SealingError) in try SystemRandom.bytes(6) }
    let temporary = "\(path).tmp-" + suffix.map { String($0, radix: 36) }.joined()
    do throws(FileError) { try DurableFile.replace(path, with: bytes, by: temporary) } catch {
      // A directory is the one thing that a file can't be put in the place of.
      guard error.call == "rename", error.number == EISDIR else { throw Self.failure(error) }
      try Self.setAside(path)
      do throws(FileError) { try DurableFile.replace(path, with: bytes, by: temporary) } catch {
        throw Self.failure(error)
      }
    }
  }

  /// Renames what stands in the file's place and is none of ours, which nobody but its maker knows the use of.
  static func setAside(_ path: String) throws(OwnerVerificationError) {
    let suffix = try sealing { () throws(SealingError) in try SystemRandom.bytes(6) }
    let aside = path + ".set-aside-" + suffix.map { String($0, radix: 36) }.joined()
    guard rename(path, aside) == 0 else {
      throw OwnerVerificationError(.inputOutput, "\(path) is not the vault's file: remove it")
    }
  }

  /// Removes the file, durably.
  func remove() throws(OwnerVerificationError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw failure("unlink") }
    try Self.synchroniseDirectory(of: path)
  }

  /// Makes what was made, renamed or removed beside a file durable.
  static func synchroniseDirectory(of path: String) throws(OwnerVerificationError) {
    do throws(FileError) { try DurableFile.syncDirectory(of: path) } catch { throw failure(error) }
  }

  private func failure(_ call: String) -> OwnerVerificationError { Self.failure(FileError(call, path)) }

  private static func failure(_ error: FileError) -> OwnerVerificationError {
    let detail = error.description
    switch error.number {
    case ENOSPC, EDQUOT: return OwnerVerificationError(.diskFull, detail)
    case EROFS, EACCES, EPERM: return OwnerVerificationError(.readOnly, detail)
    default: return OwnerVerificationError(.inputOutput, detail)
    }
  }
}
