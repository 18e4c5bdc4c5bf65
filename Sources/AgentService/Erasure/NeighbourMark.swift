internal import AgentAPI
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import OwnerVerification
internal import Sealing

/// An empty file by which a vault says that it uses a directory that several may share. Who erases one of them finds the others by it,
/// with and without a PIN.
enum NeighbourMark {
  private static let (beginning, end) = ("vault-", ".mark")

  /// What the mark of a vault is called.
  ///
  /// - Parameter data: its data directory, however it is spelled.
  static func name(ofVault data: String) -> String {
    let digest = SHA256.digest(of: Array(canonical(data).utf8)).prefix(8)
    return beginning + digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + end
  }

  private static func canonical(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The directories that vaults may share and that have keys.
  private static func places(_ paths: VaultPaths) -> [String] { [paths.config, paths.state] }

  /// Marks the directories of a vault.
  ///
  /// - Returns: those that can't be marked.
  static func leave(in paths: VaultPaths) -> [String] {
    places(paths).filter { directory in
      let path = "\(directory)/\(name(ofVault: paths.data))"
      guard access(path, F_OK) != 0 else { return false }
      let descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if descriptor >= 0 { close(descriptor) }
      return descriptor < 0
    }
  }

  /// The first directory in which another vault has left its mark; nil where there is none.
  static func sharedDirectory(of paths: VaultPaths) throws(Failure) -> String? {
    let own = name(ofVault: paths.data)
    for directory in places(paths) {
      let names: [String]
      do throws(SystemError) { names = try DirectoryListing.names(in: directory) } catch {
        throw Failure(.unavailable, "\(directory) can't be read. Nothing was erased.")
      }
      if names.contains(where: { $0.hasPrefix(beginning) && $0.hasSuffix(end) && $0 != own }) { return directory }
    }
    return nil
  }
}
