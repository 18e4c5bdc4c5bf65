internal import Glibc
internal import SecretMemory

/// The one plain file with the key of the access log's next entry: overwritten in place, so that no key of old stays, as it would
/// in a database or where a new file takes the place of the old one. It lets an agent that starts while the vault is locked go on.
public struct EvolvingKeyFile: Sendable {
  private let path: String

  /// Names the file; its directory exists.
  public init(path: String) { self.path = path }

  /// The chain that was written last; nil when there is none, or nothing whole.
  ///
  /// - Throws: ``OwnerVerificationError`` when the file can't be read.
  public func read() throws(OwnerVerificationError) -> EntryChain? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("open")
    }
    defer { close(descriptor) }
    guard isOwn(descriptor) else { return nil }
    var got = -1
    let bytes: SecretBytes
    do {
      bytes = try SecretBytes(count: EntryChain.encodedByteCount) { output in
        got = pread(descriptor, output.baseAddress, output.count, 0)
      }
    } catch { throw OwnerVerificationError(error) }
    guard got >= 0 else { throw failure("read") }
    return got == bytes.count ? try EntryChain(encoded: bytes) : nil
  }

  /// Writes a chain over the former one.
  ///
  /// - Parameter isDurable: whether it is on the disk when this returns. An entry's need not be: after a power cut an older key
  ///   is found there, and the entries that follow it lead on to the present one.
  public func write(_ chain: EntryChain, isDurable: Bool) throws(OwnerVerificationError) {
    let bytes = try chain.encoded()
    let descriptor = try writable()
    defer { close(descriptor) }
    let wrote = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard wrote == bytes.count else { throw failure("write") }
    if isDurable, fdatasync(descriptor) != 0 { throw failure("fdatasync") }
  }

  /// The file, opened for writing. What stands in its place and is not the vault's alone is set aside: it must keep nobody out.
  private func writable() throws(OwnerVerificationError) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let descriptor = open(path, flags, 0o600)
    if descriptor >= 0 {
      if isOwn(descriptor) { return descriptor }
      close(descriptor)
    } else if ![EISDIR, ELOOP, ENXIO, EACCES].contains(errno) {
      throw failure("open")
    }
    try PrivateFile.setAside(path)
    let new = open(path, flags | O_EXCL, 0o600)
    guard new >= 0 else { throw failure("open") }
    return new
  }

  private func isOwn(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
      && status.st_mode & 0o077 == 0
  }

  private func failure(_ call: String) -> OwnerVerificationError {
    let code = errno
    let detail = "\(path): \(call): \(String(cString: strerror(code)))"
    switch code {
    case ENOSPC, EDQUOT: return OwnerVerificationError(.diskFull, detail)
    case EROFS, EACCES, EPERM, EISDIR, ELOOP: return OwnerVerificationError(.readOnly, detail)
    default: return OwnerVerificationError(.inputOutput, detail)
    }
  }
}
