internal import Glibc
internal import LinuxSystem

/// A running PAM child, seen from the agent. Whoever starts it ends it: on the same thread, because the kernel ends the
/// child together with the thread that started it.
struct PAMChildProcess: ~Copyable {
  private let pid: pid_t
  let channel: PAMChannel

  /// Starts `executable` with one end of a fresh channel as descriptor 3 and nothing else of the agent's: no other
  /// descriptor, no standard streams, no environment but `environment`, no blocked or ignored signal.
  ///
  /// - Throws: `childFailed`.
  static func start(executable: String, arguments: [String], environment: [String]) throws(PAMError) -> PAMChildProcess
  {
    let (mine, theirs) = try PAMChannel.pair()
    let channel = PAMChannel(adopting: mine)
    defer { close(theirs) }
    var pid: pid_t = -1
    let failure = spawn(&pid, executable, arguments, environment, channel: theirs)
    guard failure == 0 else {
      throw PAMError(.childFailed, "the PAM child could not be started: \(SystemError("posix_spawn", code: failure))")
    }
    return PAMChildProcess(pid: pid, channel: channel)
  }

  private init(pid: pid_t, channel: consuming PAMChannel) {
    self.pid = pid
    self.channel = channel
  }

  /// Kills the child and whatever it started in its process group, and reaps it.
  consuming func end() {
    // Not reaped yet, so that the number can't belong to anybody else.
    _ = kill(-pid, SIGKILL)
    _ = kill(pid, SIGKILL)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
  }

  private static func spawn(
    _ pid: inout pid_t, _ executable: String, _ arguments: [String], _ environment: [String], channel: Int32
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let descriptor = PAMChild.channelDescriptor
    var failure = posix_spawn_file_actions_adddup2(&actions, channel, descriptor)
    for stream: Int32 in 0...2 where failure == 0 {
      failure = posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }
    if failure == 0 { failure = SpawnActions.closeDescriptors(from: descriptor + 1, in: &actions) }
    if failure == 0 { failure = SpawnActions.changeDirectory(to: "/", in: &actions) }
    guard failure == 0 else { return failure }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    SpawnActions.resetSignals(in: &attributes, flags: Int32(POSIX_SPAWN_SETPGROUP))
    return withCStrings(arguments) { arguments in
      withCStrings(environment) { posix_spawn(&pid, executable, &actions, &attributes, arguments, $0) }
    }
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return body(&pointers)
  }
}
