internal import AgentAPI
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import Terminal

/// A file that a command makes, readable by the user alone.
struct NewFile {
  /// Where.
  let path: String
  /// Whether one that is there is replaced, once the new one is whole.
  let replaces: Bool

  /// Writes it whole, or not at all.
  ///
  /// - Throws: `Failure` when it is there already, or can't be written.
  func write(_ bytes: [UInt8], _ context: CommandContext) throws {
    let draft = replaces ? "\(path).vault-\(getpid())" : path
    let descriptor = Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      guard errno != EEXIST else {
        throw Failure(.cannotCreate, "\(path) is there already.", hint: "Name a new file, or give --force.")
      }
      throw Failure(
        .cannotCreate, "\(path) can't be made: \(SystemError("open")).",
        hint: "Name a file in a directory that you may write to.")
    }
    defer { close(descriptor) }
    do {
      try OutputStream(descriptor: descriptor, environment: context.environment).write(bytes)
      if replaces, rename(draft, path) != 0 { throw TerminalError.system(SystemError("rename")) }
    } catch {
      unlink(draft)
      throw Failure(
        .inputOutput, "\(path) can't be written: \(String(describing: error)).",
        hint: "Free some space, or name another file.")
    }
  }
}
