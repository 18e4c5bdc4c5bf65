package import Glibc
internal import LinuxSystem
internal import Localization

/// A directory that only its owner may enter.
public enum PrivateDirectory {
  /// What keeps `path` from being a private directory of `uid`: missing, a symbolic link or no directory, another's, or
  /// open to others; nil when it is one. Symbolic links on the way to it are followed, the last component is not.
  public static func problem(at path: String, uid: UInt32) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return String(cString: strerror(errno)) }
    return FilePrivacy.problem(status, type: S_IFDIR, uid: uid)
  }

  /// Makes the directory, and those above it, with mode 0700 where they are missing, and checks it.
  ///
  /// - Throws: ``Failure/Code/configuration`` when it exists and is not private, ``Failure/Code/cannotCreate`` when it
  ///   can't be made.
  public static func ensure(_ path: String, uid: UInt32) throws(Failure) {
    try make(path)
    if let problem = problem(at: path, uid: uid) {
      throw Failure(
        .configuration, "The directory \(path) is not private: \(problem).",
        hint: "It must be a directory of your own with mode 0700.")
    }
  }

  /// Refuses a directory in which other users could remove, exchange or roll back files. A link to one of one's own is
  /// fine: vaults are moved to other disks.
  ///
  /// - Throws: ``Failure/Code/configuration``.
  public static func refuseShared(_ path: String) throws(Failure) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o022 != 0 else { return }
    throw Failure(
      .configuration, "Others may write in \(path) (mode 0\(String(status.st_mode & 0o7777, radix: 8))).",
      hint: "chmod 700 the directory, or name another one.")
  }

  /// Makes the directory, and those above it, with mode 0700 where they are missing; one that exists stays as it is.
  ///
  /// - Throws: ``Failure/Code/cannotCreate``.
  public static func make(_ path: String) throws(Failure) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try make(String(path[..<slash]))
      if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    }
    throw Failure(
      .cannotCreate, "The directory \(path) can't be made: \(SystemError("mkdir")).",
      hint: "Check the permissions and the space above it.")
  }
}

/// Whether what `lstat(2)` found belongs to its owner alone.
package enum FilePrivacy {
  /// What is wrong; nil when type and owner fit and neither group nor others may do anything.
  package static func problem(_ status: stat, type: mode_t, uid: UInt32) -> String? {
    guard status.st_mode & S_IFMT == type else {
      return status.st_mode & S_IFMT == S_IFLNK ? "it is a symbolic link" : "it is a file of another type"
    }
    guard status.st_uid == uid else { return "it belongs to user \(status.st_uid), not to \(uid)" }
    guard status.st_mode & 0o077 == 0 else {
      return "others may use it (mode 0\(String(status.st_mode & 0o7777, radix: 8)))"
    }
    return nil
  }
}
