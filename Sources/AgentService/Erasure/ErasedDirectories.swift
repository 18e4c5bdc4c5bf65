internal import AgentAPI
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import Pictures

/// The directories that an erasure goes through. They are the user's own, and nobody else can have put anything there. A link is followed
/// where the user has made it, to a directory that is so, too: vaults are moved to other disks.
struct ErasedDirectories {
  let paths: VaultPaths

  private var roots: [String] { [paths.data, paths.config, paths.state, paths.cache, paths.runtime] }

  /// What the vault has made in them, where it makes no links and follows none.
  private var below: [String] {
    [paths.cache + "/pictures", PictureFiles.directory(in: paths.cache, of: paths.data)]
  }

  /// Refuses to go through what another may have made.
  ///
  /// - Throws: ``Failure``, with what to do.
  func check() throws(Failure) {
    for directory in roots + below {
      guard let problem = Self.problem(at: directory, uid: getuid()) else { continue }
      throw Failure(
        .refused, "\(directory) is not yours alone: \(problem). Nothing is erased while that is so.",
        hint: "See what is in it. Then give it mode 0700 (chmod 700), or move it away if it is not yours.")
    }
  }

  /// What is a link, and what becomes of what it leads to, each a sentence.
  var links: [String] {
    roots.compactMap { directory in
      guard Self.isLink(directory), let real = realpath(directory, nil) else { return nil }
      defer { free(real) }
      return
        "\(directory) is a link to \(String(cString: real)): what is the vault's there is erased; the link and that directory stay."
    }
      + below.filter(Self.isLink).map { "\($0) is a link that the vault has not made: it stays, and what it leads to." }
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Why another may have put there what is erased; nil where nobody can, or nothing is there.
  static func problem(at path: String, uid: uid_t) -> String? {
    var (own, status) = (stat(), stat())
    guard lstat(path, &own) == 0 else { return errno == ENOENT ? nil : "\(SystemError("lstat"))" }
    guard own.st_uid == uid else { return "it belongs to user \(own.st_uid)" }
    // A link that leads nowhere leads to nothing of the vault.
    guard stat(path, &status) == 0 else { return errno == ENOENT ? nil : "\(SystemError("stat"))" }
    guard status.st_mode & S_IFMT == S_IFDIR else { return "it is no directory" }
    guard status.st_uid == uid else { return "it leads to a directory of user \(status.st_uid)" }
    guard status.st_mode & 0o022 == 0 else {
      return "others may write there (mode 0\(String(status.st_mode & 0o7777, radix: 8)))"
    }
    return nil
  }
}
