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
    let file = try begin()
    do {
      try OutputStream(descriptor: file.descriptor, environment: context.environment).write(bytes)
      try file.finish()
    } catch {
      throw Failure(
        .inputOutput, "\(path) can't be written: \(String(describing: error)).",
        hint: "Free some space, or name another file.")
    }
  }

  private func begin() throws(Failure) -> UnfinishedFile {
    do throws(SystemError) { return try UnfinishedFile(path, replaces: replaces) } catch {
      guard error.code != EEXIST else {
        throw Failure(
          .cannotCreate, "\(path) is there already.",
          hint: replaces ? "It is no file: name another one." : "Name a new file, or give --force.")
      }
      throw Failure(
        .cannotCreate, "\(path) can't be made: \(error).", hint: "Name a file in a directory that you may write to.")
    }
  }
}
