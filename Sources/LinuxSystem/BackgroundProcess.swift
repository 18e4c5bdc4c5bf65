internal import Dispatch
internal import Glibc

/// A program in the background, in a session of its own, with no descriptor of this process but a log.
public enum BackgroundProcess {
  /// Starts `program` with `/dev/null` as input and output and `log` (made with mode 0600, appended to) as error output,
  /// with no signal blocked or ignored.
  ///
  /// - Parameters:
  ///   - arguments: those after the program's name.
  ///   - directory: where it runs.
  ///   - log: a file; nil for `/dev/null`.
  ///   - sockets: of this process, what the program is to have as descriptors 0 and 3; nil for none.
  /// - Returns: its process id.
  /// - Throws: `SystemError`, with `EINVAL` or `ENXIO` when `log` is anything but a file: a pipe there would block.
  public static func start(
    _ program: String, arguments following: [String] = [], environment: [String: String], directory: String = "/",
    log: String?, sockets: (input: Int32, other: Int32)? = nil
  ) throws(SystemError) -> Int32 {
    let logDescriptor = try open(log: log)
    defer { close(logDescriptor) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, logDescriptor, 2)
    if let sockets {
      posix_spawn_file_actions_adddup2(&actions, sockets.other, 3)
      posix_spawn_file_actions_adddup2(&actions, sockets.input, 0)
    }
    let results = [
      SpawnActions.closeDescriptors(from: sockets == nil ? 3 : 4, in: &actions),
      SpawnActions.changeDirectory(to: directory, in: &actions),
    ]
    for result in results where result != 0 { throw SystemError("posix_spawn_file_actions", code: result) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    SpawnActions.resetSignals(in: &attributes, flags: SpawnActions.newSession)

    var arguments = ([program] + following).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for copy in arguments + variables { free(copy) } }
    var pid: pid_t = 0
    let result = posix_spawn(&pid, program, &actions, &attributes, &arguments, &variables)
    guard result == 0 else { throw SystemError("posix_spawn \(program)", code: result) }
    return pid
  }

  /// Waits no more for a program that was started: its status is collected once it has ended, for in a process that goes on it would stay as a zombie.
  /// That takes a thread until then; few are started.
  ///
  /// - Parameter pid: what ``start(_:arguments:environment:directory:log:sockets:)`` returned, and nobody uses any more.
  public static func leave(_ pid: Int32) {
    DispatchQueue(label: "background-process.\(pid)").async {
      while waitpid(pid, nil, 0) < 0 && errno == EINTR {}
    }
  }

  private static func open(log: String?) throws(SystemError) -> Int32 {
    guard let log else {
      let descriptor = Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw SystemError("open /dev/null") }
      return descriptor
    }
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = Glibc.open(log, flags, 0o600)
    guard descriptor >= 0 else { throw SystemError("open \(log)") }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw SystemError("open \(log)", code: EINVAL)
    }
    return descriptor
  }
}
