internal import Glibc
internal import LinuxSystem
internal import Localization

extension VaultIdentity {
  /// Identifies the data directory at `path`, which must exist; symbolic links are followed.
  ///
  /// - Throws: ``Failure/Code/unavailable`` when it can't be looked at.
  public init(ofDirectory path: String) throws(Failure) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw Failure(
        .unavailable, "The data directory \(path) can't be read: \(SystemError("stat")).",
        hint: "Check that it exists and is yours.")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw Failure(
        .configuration, "The data directory \(path) is not a directory.", hint: "Move it away, or set VAULT_DATA_DIR.")
    }
    self.init(path: path, device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  /// What an agent of this vault answers to a client that means `other`.
  public func mismatch(with other: VaultIdentity) -> Failure {
    guard path != other.path else {
      return Failure(
        .configuration,
        "The directory \(path) is not the one that the running agent serves: it was removed or exchanged.",
        hint: "End that agent with `vault agent stop`; the next command serves what is there now.")
    }
    return Failure(
      .configuration, "The running agent serves the vault in \(path), not the one in \(other.path).",
      hint: "Give each vault its own VAULT_RUNTIME_DIR, or end the agent with `vault agent stop`.")
  }
}
