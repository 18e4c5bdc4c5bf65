internal import AgentAPI
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import SecretMemory
internal import Terminal

/// Lets a person write a text in their own editor.
///
/// The file lies in a directory of mode 0700 in memory (tmpfs), which goes whole when the editor ends, with whatever copies
/// the editor left there; also when the terminal goes, or the program is told to end. Whatever the editor itself
/// writes elsewhere stays there.
struct EditorSession {
  let environment: [String: String]

  /// Opens the editor on `text` and gives back what was saved.
  ///
  /// - Throws: `Failure` when there is no editor, no directory in memory, or the editor failed.
  func edit(_ text: borrowing SecretBytes) throws -> SecretBytes {
    guard TerminalDevice.isAvailable else {
      throw Failure(
        .refused, "An editor needs a terminal.", hint: "Run it at a terminal, or give the text without --editor.")
    }
    var ending: Int32?
    // The signal takes its course once nothing is left lying about.
    defer { if let ending { DefaultSignalAction.raise(ending) } }
    let signals: SignalDescriptor
    do { signals = try SignalDescriptor([SIGTERM, SIGHUP, SIGCHLD]) } catch { throw TerminalError.system(error) }
    let place = try EditorDirectory(environment: environment)
    defer { place.remove() }
    let path = place.path + "/text"
    try Self.write(text, to: path)
    try run(path, signals, &ending)
    return try Self.read(path)
  }

  // MARK: The file

  private static func write(_ text: borrowing SecretBytes, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw TerminalError.system(SystemError("open")) }
    defer { close(descriptor) }
    try OutputStream(descriptor: descriptor, environment: [:]).writeExactly(text)
  }

  private static func read(_ path: String) throws -> SecretBytes {
    // Not blocking: an editor may have left a pipe in the file's place.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw Failure(.refused, "The editor left no file; nothing was changed.")
    }
    defer { close(descriptor) }
    return try SecretInput.everything(
      from: descriptor, maximum: AgentProtocol.maximumSecretByteCount, deadline: .after(seconds: 10))
  }

  // MARK: The editor

  /// `$VISUAL` and `$EDITOR` may have arguments, so the shell takes them apart, as git does.
  private func run(_ path: String, _ signals: borrowing SignalDescriptor, _ ending: inout Int32?) throws {
    let editor = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
    // Ctrl-C belongs to the editor while it runs.
    let previousHandlers = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, handler) in previousHandlers { signal(number, handler) } }
    let status = try Self.wait(for: try start(editor, path), signals, &ending)
    guard status == 0, ending == nil else {
      throw Failure(.refused, "The editor \(editor) failed; nothing was changed.", hint: "Set EDITOR to yours.")
    }
  }

  private func start(_ editor: String, _ path: String) throws -> pid_t {
    let arguments = ["/bin/sh", "-c", "\(editor) \"$1\"", "sh", path]
    var argv = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in argv + variables { free(string) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    SpawnActions.resetSignals(in: &attributes)
    var pid: pid_t = 0
    let result = posix_spawn(&pid, "/bin/sh", nil, &attributes, &argv, &variables)
    guard result == 0 else { throw TerminalError.system(SystemError("posix_spawn", code: result)) }
    return pid
  }

  /// How long an editor that is told to end may take, in milliseconds.
  private static let endMilliseconds: Int32 = 2000

  /// Waits for the editor, and hands on the signal that ends this program.
  ///
  /// - Returns: the editor's status; not 0 when it did not end in time.
  private static func wait(
    for pid: pid_t, _ signals: borrowing SignalDescriptor, _ ending: inout Int32?
  ) throws -> Int32 {
    var status: Int32 = 0
    while true {
      let ended = waitpid(pid, &status, WNOHANG)
      if ended == pid { return status }
      guard ended == 0 || errno == EINTR else { throw TerminalError.system(SystemError("waitpid")) }
      var entry = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&entry, 1, ending == nil ? -1 : endMilliseconds) == 0 { return -1 }
      do throws(SystemError) {
        while let number = try signals.next() {
          if number == SIGCHLD { continue }
          ending = number
          kill(pid, number)
        }
      } catch { throw TerminalError.system(error) }
    }
  }
}
