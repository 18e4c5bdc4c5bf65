internal import DurableFiles
internal import Glibc

/// A lock that processes share through a file of its own (`flock(2)`); the kernel releases it when its holder dies.
struct FileLock: ~Copyable {
  private let descriptor: Int32

  /// Waits for the lock.
  ///
  /// - Throws: `timedOut` when others hold it for longer than `limit`; `readOnly` when the file can't be made.
  init(_ path: String, exclusive: Bool, limit: Duration) throws(CredentialStoreError) {
    descriptor = try Self.acquire(path, exclusive: exclusive, limit: limit)
  }

  deinit { close(descriptor) }

  private static func acquire(_ path: String, exclusive: Bool, limit: Duration) throws(CredentialStoreError) -> Int32 {
    var descriptor = CredentialFile.open(path, O_RDWR | O_CREAT)
    if descriptor < 0 {
      let failure = CredentialStoreError("open", of: path)
      // A lock needs no write access; a directory that can't be written may still hold a lock file.
      descriptor = CredentialFile.open(path, O_RDONLY)
      guard descriptor >= 0 else { throw failure }
    }
    let end = ContinuousClock.now + limit
    while flock(descriptor, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 {
      let isHeld = errno == EWOULDBLOCK || errno == EINTR
      guard isHeld && ContinuousClock.now < end else {
        let failure =
          isHeld
          ? CredentialStoreError(.timedOut, "another process holds \(path)")
          : CredentialStoreError("flock", of: path)
        close(descriptor)
        throw failure
      }
      usleep(.random(in: 100...600))
    }
    return descriptor
  }
}
