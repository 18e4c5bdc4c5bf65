internal import Glibc
internal import LinuxSystem

/// Starts an agent in the background and waits until its socket answers.
struct AgentLauncher {
  let paths: VaultPaths
  let environment: [String: String]
  let uid: UInt32

  /// How long a fresh agent may take until it listens, in seconds.
  static let deadlineSeconds = 5.0

  /// Starts the agent and connects to it.
  ///
  /// - Returns: the connection, and the agent's process id.
  /// - Throws: ``Failure/Code/unavailable`` with the place of the agent's log when it ends or does not answer in time.
  func start() throws(Failure) -> (FrameChannel, pid_t) {
    try PrivateDirectory.ensure(paths.runtime, uid: uid)
    try PrivateDirectory.make(paths.state)
    let pid = try spawn(AgentProgram.find(environment: environment))
    let deadline = Deadline.after(seconds: Self.deadlineSeconds)
    var pause: Int32 = 1
    while !deadline.hasPassed {
      if let channel = try AgentSocketCheck.connect(paths, uid: uid) { return (channel, pid) }
      try checkAlive(pid)
      poll(nil, 0, pause)
      pause = min(pause * 2, 20)
    }
    throw Failure(
      .unavailable, "The agent was started but did not answer within \(Int(Self.deadlineSeconds)) seconds.",
      hint: logHint)
  }

  private var logHint: String { "Its log \(paths.agentLog) may say why." }

  /// Says why a started agent took the connection and ended before it answered; nothing when it goes on, or ended well.
  func checkEnd(of pid: pid_t) throws(Failure) {
    // Its connections close a moment before it is gone. One that can't be watched is looked at as it is.
    do { _ = try ProcessWatch(pid: pid).waitForEnd(until: .after(seconds: 1)) } catch {}
    try checkAlive(pid)
  }

  /// An agent that ends with 0 has found another one that is just starting, for which the loop goes on waiting.
  private func checkAlive(_ pid: pid_t) throws(Failure) {
    var status: Int32 = 0
    guard waitpid(pid, &status, WNOHANG) == pid, status != 0 else { return }
    let code = Failure.Code.allCases.first { Failure($0, "").exitStatus == (status >> 8) & 0xFF }
    let how = status & 0x7F == 0 ? "exit status \((status >> 8) & 0xFF)" : "signal \(status & 0x7F)"
    throw Failure(
      code ?? .unavailable, "The agent ended as soon as it was started (\(how)).\(lastWords)", hint: logHint)
  }

  /// What the agent said last, with its advice, so that a person need not look into the log.
  private var lastWords: String {
    let log = open(paths.agentLog, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard log >= 0 else { return "" }
    defer { close(log) }
    let end = lseek(log, 0, Int32(SEEK_END))
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = pread(log, &bytes, bytes.count, max(0, end - off_t(bytes.count)))
    guard count > 0 else { return "" }
    let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
    // Advice stands on lines of its own, indented.
    let start = lines.lastIndex { !$0.hasPrefix(" ") } ?? lines.startIndex
    let words = lines[start...].map { $0.drop { $0 == " " } }.joined(separator: " ")
    return words.isEmpty ? "" : " It said: \(words)"
  }

  private func spawn(_ program: String) throws(Failure) -> Int32 {
    var environment = environment
    // A crash report would hold what the agent held, and its backtracer waits for a process that can't be traced.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    // A call bound on first use leaves its arguments on the stack in passing; all are bound at the start instead.
    environment["LD_BIND_NOW"] = "1"
    do { return try BackgroundProcess.start(program, environment: environment, log: paths.agentLog) } catch {
      throw Failure(.unavailable, "The agent can't be started: \(error).", hint: logHint)
    }
  }
}
