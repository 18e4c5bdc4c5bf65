internal import AgentAPI
internal import Glibc
internal import LinuxSystem
internal import Localization

/// Starts an agent in the background and waits until its socket answers.
struct AgentLauncher {
  let paths: VaultPaths
  let environment: [String: String]
  let uid: UInt32

  /// An agent that was started.
  struct Started {
    let pid: pid_t
    /// Where its words begin in the log.
    let logStart: off_t
  }

  /// How long a fresh agent may take until it listens, in seconds.
  static let deadlineSeconds = 5.0

  /// Starts the agent and connects to it.
  ///
  /// - Returns: the connection, and what is known of the agent.
  /// - Throws: ``Failure/Code/unavailable`` with the place of the agent's log when it ends or does not answer in time.
  func start() throws(Failure) -> (FrameChannel, Started) {
    try PrivateDirectory.ensure(paths.runtime, uid: uid)
    try PrivateDirectory.make(paths.state)
    let start = AgentLog(path: paths.agentLog).end
    let agent = Started(pid: try spawn(AgentProgram.find(environment: environment)), logStart: start)
    let deadline = Deadline.after(seconds: Self.deadlineSeconds)
    var pause: Int32 = 1
    while !deadline.hasPassed {
      if let channel = try AgentSocketCheck.connect(paths, uid: uid) { return (channel, agent) }
      try checkAlive(agent)
      poll(nil, 0, pause)
      pause = min(pause * 2, 20)
    }
    throw Failure(
      .unavailable, "The agent was started but did not answer within \(Int(Self.deadlineSeconds)) seconds.",
      hint: logHint)
  }

  private var logHint: LocalizedText { "Its log \(paths.agentLog) may say why." }

  /// Says why a started agent took the connection and ended before it answered; nothing when it goes on, or ended well.
  func checkEnd(of agent: Started) throws(Failure) {
    // Its connections close a moment before it is gone. One that can't be watched is looked at as it is.
    do { _ = try ProcessWatch(pid: agent.pid).waitForEnd(until: .after(seconds: 1)) } catch {}
    try checkAlive(agent)
  }

  /// An agent that ends with 0 has found another one that is just starting, for which the loop goes on waiting.
  private func checkAlive(_ agent: Started) throws(Failure) {
    var status: Int32 = 0
    guard waitpid(agent.pid, &status, WNOHANG) == agent.pid, status != 0 else { return }
    let code = Failure.Code.allCases.first { Failure($0, "").exitStatus == (status >> 8) & 0xFF } ?? .unavailable
    let how = status & 0x7F == 0 ? "exit status \((status >> 8) & 0xFF)" : "signal \(status & 0x7F)"
    let what = "The agent ended as soon as it was started (\(how))."
    let words = AgentLog(path: paths.agentLog).lastWords(since: agent.logStart)
    if !words.isEmpty { throw Failure(code, "\(what) It said: \(words)", hint: logHint) }
    // What it said had no place in its log.
    if let full = [paths.state, paths.data].first(where: AgentLog.isDiskFull) {
      throw Failure(code, "\(what) The disk that holds \(full) is full.", hint: "Free some space, then try again.")
    }
    throw Failure(code, verbatim: what, hint: logHint.english)
  }

  private func spawn(_ program: String) throws(Failure) -> Int32 {
    let environment = Self.environment(environment)
    do { return try BackgroundProcess.start(program, environment: environment, log: paths.agentLog) } catch {
      throw Failure(.unavailable, "The agent can't be started: \(error).", hint: logHint)
    }
  }

  /// What the agent's program is given of a client's environment.
  static func environment(_ environment: [String: String]) -> [String: String] {
    var environment = environment
    // A crash report would hold what the agent held, and its backtracer waits for a process that can't be traced.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    // A call bound on first use leaves its arguments on the stack in passing; all are bound at the start instead.
    environment["LD_BIND_NOW"] = "1"
    return environment
  }
}
