internal import AgentAPI
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import SecretMemory
internal import Terminal

/// Lets a person write a text in their own editor.
///
/// The file lies in a directory of mode 0700 in memory (tmpfs), which goes whole when the editor ends, with whatever copies
/// the editor left there. What the editor itself keeps elsewhere, nobody can take back.
struct EditorSession {
  let environment: [String: String]

  /// Opens the editor on `text` and gives back what was saved.
  ///
  /// - Throws: `Failure` when there is no editor, no directory in memory, or the editor failed.
  func edit(_ text: borrowing SecretBytes) throws -> SecretBytes {
    guard TerminalDevice.isAvailable else {
      throw Failure(.refused, "An editor needs a terminal.", hint: "Pipe the text in with - instead.")
    }
    let directory = try makeDirectory()
    defer { Self.remove(directory) }
    let path = directory + "/text"
    try Self.write(text, to: path)
    try run(path)
    return try Self.read(path)
  }

  // MARK: The place

  private func makeDirectory() throws -> String {
    let places = [environment["XDG_RUNTIME_DIR"], "/run/user/\(getuid())", "/dev/shm"].compactMap { $0 }
    for place in places where FileSystemKind.isInMemory(place) {
      var template = Array((place + "/vault-edit-XXXXXX").utf8CString)
      if mkdtemp(&template) != nil {
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    }
    throw Failure(
      .cannotCreate, "There is no directory in memory (tmpfs) to edit in.",
      hint: "Set XDG_RUNTIME_DIR, or type the text at the prompt.")
  }

  /// Removes the directory with everything in it; it has no directories of ours in it, and follows no links.
  private static func remove(_ directory: String) {
    do { try FileManager.default.removeItem(atPath: directory) } catch {
      OutputStream(descriptor: 2, environment: [:]).writeIfPossible("vault: \(directory) can't be removed: \(error)\n")
    }
  }

  // MARK: The file

  private static func write(_ text: borrowing SecretBytes, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw TerminalError.system(SystemError("open")) }
    defer { close(descriptor) }
    try OutputStream(descriptor: descriptor, environment: [:]).writeExactly(text)
  }

  private static func read(_ path: String) throws -> SecretBytes {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      throw Failure(.refused, "The editor left no file; nothing was changed.")
    }
    defer { close(descriptor) }
    return try SecretInput.everything(
      from: descriptor, maximum: AgentProtocol.maximumSecretByteCount, deadline: .after(seconds: 10))
  }

  // MARK: The editor

  /// `$VISUAL` and `$EDITOR` may have arguments, so the shell takes them apart, as git does.
  private func run(_ path: String) throws {
    let editor = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
    let arguments = ["/bin/sh", "-c", "\(editor) \"$1\"", "sh", path]
    var argv = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in argv + variables { free(string) } }
    // Ctrl-C belongs to the editor while it runs.
    let former = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, handler) in former { signal(number, handler) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    SpawnActions.resetSignals(in: &attributes)
    var pid: pid_t = 0
    let result = posix_spawn(&pid, "/bin/sh", nil, &attributes, &argv, &variables)
    guard result == 0 else { throw TerminalError.system(SystemError("posix_spawn", code: result)) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    guard status == 0 else {
      throw Failure(.refused, "The editor \(editor) failed; nothing was changed.", hint: "Set EDITOR to yours.")
    }
  }
}
