internal import Glibc

/// A process that reads one file and writes one answer, and has nothing else of this one's: no other descriptor, no environment
/// but what it is given, no blocked or ignored signal.
public struct AnsweringProcess: ~Copyable {
  private let pid: pid_t
  private let answer: Int32

  /// Starts it.
  ///
  /// - Parameter input: what is its standard input.
  /// - Throws: `SystemError` when it can't be started.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String], input: Int32
  ) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var pid: pid_t = -1
    let failure = Self.spawn(&pid, program, arguments, environment, input: input, output: ends[1])
    close(ends[1])
    guard failure == 0 else {
      close(ends[0])
      throw SystemError("posix_spawn \(program)", code: failure)
    }
    (self.pid, answer) = (pid, ends[0])
  }

  /// Reads everything it writes, and reaps it; one that writes too much or takes too long is ended.
  ///
  /// - Returns: its exit status, nil after a signal; and what it wrote, nil where it was ended.
  public consuming func finish(atMost limit: Int, until deadline: Deadline) -> (status: Int32?, output: [UInt8]?) {
    let output = output(atMost: limit, until: deadline)
    close(answer)
    if output == nil { _ = kill(pid, SIGKILL) }
    var status: Int32 = 0
    // Whoever has closed its output is about to end.
    while true {
      let reaped = waitpid(pid, &status, WNOHANG)
      if reaped == pid { break }
      if reaped < 0, errno != EINTR { return (nil, nil) }
      if deadline.hasPassed { _ = kill(pid, SIGKILL) }
      _ = poll(nil, 0, 1)
    }
    return (status & 0x7F == 0 ? status >> 8 & 0xFF : nil, output)
  }

  private borrowing func output(atMost limit: Int, until deadline: Deadline) -> [UInt8]? {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      var entry = pollfd(fd: answer, events: Int16(POLLIN), revents: 0)
      let ready = poll(&entry, 1, deadline.pollTimeout)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return nil }
      let count = read(answer, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else { return nil }
      bytes += part[..<count]
    }
  }

  private static func spawn(
    _ pid: inout pid_t, _ program: String, _ arguments: [String], _ environment: [String: String], input: Int32,
    output: Int32
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let failures = [
      posix_spawn_file_actions_adddup2(&actions, input, 0), posix_spawn_file_actions_adddup2(&actions, output, 1),
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0),
      SpawnActions.closeDescriptors(from: 3, in: &actions), SpawnActions.changeDirectory(to: "/", in: &actions),
    ]
    if let failure = failures.first(where: { $0 != 0 }) { return failure }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    SpawnActions.resetSignals(in: &attributes)
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for copy in words + variables { free(copy) } }
    return posix_spawn(&pid, program, &actions, &attributes, &words, &variables)
  }
}
