internal import AgentAPI
internal import Dispatch
internal import LinuxSystem
internal import SecretMemory
internal import Synchronization

/// A queue of its own: libdispatch watches over its shared threads, once a second and for good, from the first time that one of them works.
private let silenceAlarms = DispatchQueue(label: "vault.agent.silence")

/// The request under way, as the thread that reads the connection sees it.
protocol MessageReceiver: AnyObject, Sendable {
  /// Receives a message that has just come, with the secret behind it. Blocks while many messages wait already.
  ///
  /// - Returns: the event that it is.
  func receive(_ json: [UInt8], from channel: FrameChannel) throws(ChannelError) -> Event?
  /// The connection has ended.
  func end(_ failure: Failure)
}

/// A request from when it is sent until its sender has the outcome, with the messages about it.
final class RunningRequest<Reply: Codable & Sendable>: MessageReceiver {
  /// What the agent says.
  enum Step: Sendable {
    case reply(Reply)
    case failure(Failure)
    case prompt(Prompt)
    case secret(SharedSecret, SecretNotice)
    case progress(Progress)
    case part(String)
    /// Nothing for too long.
    case silence

    /// Whether it is the agent's last word.
    var isLast: Bool {
      switch self {
      case .reply, .failure: true
      case .prompt, .secret, .progress, .part, .silence: false
      }
    }
  }

  private struct State {
    var steps: [Step] = []
    var waiter: CheckedContinuation<Step, Never>?
    /// Goes off when the waiter has waited for too long.
    var alarm: (any DispatchSourceTimer)?
    /// How often somebody waited for a step: each alarm belongs to one wait.
    var waits: UInt64 = 0
    var outcome: Result<Reply, Failure>?
    var sender: CheckedContinuation<Result<Reply, Failure>, Never>?
    var end: Failure?
    /// Whether the agent has said its last word, which counts though the connection ends right behind it.
    var isAnswered = false

    mutating func takeWaiter() -> CheckedContinuation<Step, Never>? {
      alarm?.cancel()
      alarm = nil
      defer { waiter = nil }
      return waiter
    }
  }

  /// How many messages wait at most; more stay in the socket.
  private static var maximumWaiting: Int { 16 }

  private let silenceSeconds: Double?
  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)

  /// - Parameter silenceSeconds: how long the agent may say nothing; nil where it has nothing to say until something happens.
  init(silenceSeconds: Double?) {
    self.silenceSeconds = silenceSeconds
    for _ in 0..<Self.maximumWaiting { room.signal() }
  }

  // MARK: The sender

  /// Its outcome, once.
  var outcome: Result<Reply, Failure> {
    get async {
      await withCheckedContinuation { continuation in
        let outcome = state.withLock { state in
          if state.outcome == nil { state.sender = continuation }
          return state.outcome
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    }
  }

  /// Whether its sender has gone on with a failure, so that the rest is ignored.
  var isAbandoned: Bool { state.withLock { $0.outcome != nil } }

  /// Lets the sender go on with a failure.
  func abandon(_ failure: Failure) { finish(.failure(failure)) }

  /// Gives the sender the outcome; the first one counts.
  func finish(_ outcome: Result<Reply, Failure>) {
    let sender = state.withLock { state in
      guard state.outcome == nil else { return nil as CheckedContinuation<Result<Reply, Failure>, Never>? }
      state.outcome = outcome
      defer { state.sender = nil }
      return state.sender
    }
    sender?.resume(returning: outcome)
  }

  // MARK: Steps

  /// The next thing that the agent says, in order.
  func next() async -> Step {
    let step = await withCheckedContinuation { continuation in
      let step: Step? = state.withLock { state in
        if !state.steps.isEmpty { return state.steps.removeFirst() }
        if let end = state.end { return .failure(end) }
        state.waiter = continuation
        state.waits += 1
        state.alarm = alarm(forWait: state.waits)
        return nil
      }
      if let step { continuation.resume(returning: step) }
    }
    room.signal()
    return step
  }

  /// Ended as soon as the step has come: one that only went off in vain would wake the program minutes later.
  private func alarm(forWait number: UInt64) -> (any DispatchSourceTimer)? {
    guard let silenceSeconds else { return nil }
    let alarm = DispatchSource.makeTimerSource(queue: silenceAlarms)
    alarm.schedule(deadline: .now() + silenceSeconds)
    alarm.setEventHandler { [weak self] in self?.give(.silence, toWait: number) }
    alarm.activate()
    return alarm
  }

  func receive(_ json: [UInt8], from channel: FrameChannel) throws(ChannelError) -> Event? {
    switch ReceivedMessage(try WireJSON.decode(AgentCases<Reply>.self, from: json)) {
    case .reply(let reply): put(.reply(reply))
    case .message(.event(let event)): return event
    case .message(.failure(let failure)): put(.failure(failure))
    case .message(.prompt(let prompt)): put(.prompt(prompt))
    case .message(.secret(let notice)): put(.secret(try channel.secret(), notice))
    case .message(.progress(let progress)): put(.progress(progress))
    case .message(.part(let text)): put(.part(text))
    case .message(.welcome), .message(.unknown): break
    }
    return nil
  }

  func end(_ failure: Failure) {
    let isAnswered = state.withLock { state in
      state.end = failure
      return state.isAnswered
    }
    give(.failure(failure), toWait: nil)
    // The responder may be asking a person meanwhile.
    if !isAnswered { abandon(failure) }
    // Whoever reads may wait for room.
    room.signal()
  }

  private func put(_ step: Step) {
    room.wait()
    let waiter = state.withLock { state in
      if step.isLast { state.isAnswered = true }
      if state.waiter == nil { state.steps.append(step) }
      return state.takeWaiter()
    }
    waiter?.resume(returning: step)
  }

  /// Gives a step to the current waiter; where `number` is given, only to the wait of that number.
  private func give(_ step: Step, toWait number: UInt64?) {
    let waiter = state.withLock { state in
      number == nil || number == state.waits ? state.takeWaiter() : nil
    }
    waiter?.resume(returning: step)
  }
}

/// While no request is under way there are events; all else is ignored.
final class NoRequest: MessageReceiver {
  func receive(_ json: [UInt8], from channel: FrameChannel) throws(ChannelError) -> Event? {
    switch ReceivedMessage(try WireJSON.decode(AgentCases<AnyReply>.self, from: json)) {
    case .message(.event(let event)): return event
    case .message(.secret):
      _ = try channel.secret()
      return nil
    case .reply, .message: return nil
    }
  }

  func end(_ failure: Failure) {}
}

extension FrameChannel {
  /// The secret that was announced.
  fileprivate func secret() throws(ChannelError) -> SharedSecret {
    SharedSecret(try receiveSecret(deadline: .after(seconds: AgentProtocol.frameDeadlineSeconds)))
  }
}
