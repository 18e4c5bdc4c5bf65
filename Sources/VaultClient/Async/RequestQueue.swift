internal import AgentAPI
internal import Dispatch
internal import LinuxSystem
internal import Localization
internal import SecretMemory
internal import Synchronization

/// The requests on one connection, one after the other, and the thread that reads it.
final class RequestQueue: Sendable {
  private let channel: FrameChannel
  private let silenceSeconds: Double
  private let publish: @Sendable (Event) -> Void
  private let ended: @Sendable () -> Void
  private let reading = DispatchQueue(label: "vault.agent.reading")
  private let writing = DispatchQueue(label: "vault.agent.writing")
  private let state = Mutex(State())

  private struct State {
    /// The request that the agent works on.
    var current: (any MessageReceiver)?
    /// Done when the last of the requests is.
    var last: Task<Void, Never>?
    /// Why nothing can be sent any more.
    var end: Failure?
  }

  /// Reads until the connection ends.
  ///
  /// - Parameters:
  ///   - publish: called with every event, on the thread that reads; must not wait.
  ///   - ended: called when nothing more comes.
  init(
    _ channel: FrameChannel, silenceSeconds: Double, publish: @escaping @Sendable (Event) -> Void,
    ended: @escaping @Sendable () -> Void = {}
  ) {
    self.channel = channel
    self.silenceSeconds = silenceSeconds
    self.publish = publish
    self.ended = ended
    reading.async { [self] in read() }
  }

  /// Sends a request when those before it are done, and waits for its reply.
  func send<Request: AgentRequest>(
    _ request: Request, _ responder: any AgentResponder
  ) async throws(Failure) -> Request.Reply {
    let isWatch = Request.traits.contains(.watches)
    let run = RunningRequest<Request.Reply>(silenceSeconds: isWatch ? nil : silenceSeconds)
    state.withLock { state in
      let before = state.last
      state.last = Task { [self] in
        await before?.value
        await carryOut(request, run, responder)
      }
    }
    return try await withTaskCancellationHandler {
      await run.outcome
    } onCancel: {
      run.abandon(Self.cancelled)
      if isWatch { close() }
    }.get()
  }

  func close() { end(Self.closed) }

  private func carryOut<Request: AgentRequest>(
    _ request: Request, _ run: RunningRequest<Request.Reply>, _ responder: any AgentResponder
  ) async {
    guard !run.isAbandoned else { return }
    let end = state.withLock { state in
      if state.end == nil { state.current = run }
      return state.end
    }
    if let end { return run.abandon(end) }
    if await transmit(RequestMessage(request), for: run) { await finish(run, responder) }
    state.withLock { $0.current = nil }
  }

  /// Handles the messages about a request up to the last one.
  private func finish<Reply>(_ run: RunningRequest<Reply>, _ responder: any AgentResponder) async {
    while true {
      do throws(Failure) {
        switch await run.next() {
        case .reply(let reply): return run.finish(.success(reply))
        case .failure(let failure): return run.finish(.failure(failure))
        case .silence:
          end(Failure(.timedOut))
          return
        case .prompt(let prompt): try await answer(prompt, run, responder)
        case .secret(let secret, let notice):
          guard !run.isAbandoned else { continue }
          let own: SecretBytes
          do { own = try secret.bytes.copy() } catch { throw Failure(.system(error)) }
          try await responder.receive(own, notice)
        case .progress(let progress): if !run.isAbandoned { await responder.progress(progress) }
        case .part(let text): if !run.isAbandoned { try await responder.part(text) }
        }
      } catch { run.abandon(error) }
    }
  }

  private func answer<Reply>(
    _ prompt: Prompt, _ run: RunningRequest<Reply>, _ responder: any AgentResponder
  ) async throws(Failure) {
    var answer: SharedSecret?
    var refusal: Failure?
    do throws(Failure) {
      if !run.isAbandoned, let bytes = try await responder.answer(prompt) { answer = SharedSecret(bytes) }
    } catch { refusal = error }
    if let count = answer?.bytes.count, count > AgentProtocol.maximumSecretByteCount {
      refusal = Failure(.tooLong(count: count, maximum: AgentProtocol.maximumSecretByteCount))
    }
    // Meanwhile nobody may want it any more.
    if let answer, refusal == nil, !run.isAbandoned {
      _ = await transmit(ClientMessage.answer(prompt: prompt.number), secret: answer, for: run)
    } else {
      _ = await transmit(ClientMessage.decline(prompt: prompt.number), for: run)
    }
    if let refusal { throw refusal }
  }

  /// Sends without holding up the threads that all tasks share.
  ///
  /// - Returns: whether it has gone; where not, the request has failed, and unless nothing of it was sent the connection has ended.
  private func transmit<Reply>(
    _ message: some Encodable & Sendable, secret: SharedSecret? = nil, for run: RunningRequest<Reply>
  ) async -> Bool {
    let error: ChannelError? = await withCheckedContinuation { continuation in
      writing.async { [channel] in
        let deadline = Deadline.after(seconds: AgentProtocol.frameDeadlineSeconds)
        do throws(ChannelError) {
          if let secret {
            try channel.send(message, secret: secret.bytes, deadline: deadline)
          } else {
            try channel.send(message, deadline: deadline)
          }
          continuation.resume(returning: nil)
        } catch { continuation.resume(returning: error) }
      }
    }
    guard let error else { return true }
    switch error {
    case .tooLong, .malformed: run.finish(.failure(Failure(error)))
    case .closed, .truncated, .timedOut, .unknownKind, .unexpectedFrame, .system: end(Failure(error))
    }
    return false
  }
}

// MARK: - Reading, and the end

extension RequestQueue {
  private func read() {
    do throws(ChannelError) {
      while true {
        let json = try channel.receiveMessage(deadline: .none)
        let current = state.withLock { $0.current }
        if let event = try (current ?? NoRequest()).receive(json, from: channel) { publish(event) }
      }
    } catch { end(Failure(error)) }
  }

  /// Ends the connection for good; whatever waits fails.
  private func end(_ failure: Failure) {
    let current: (isFirst: Bool, run: (any MessageReceiver)?) = state.withLock { state in
      guard state.end == nil else { return (false, nil) }
      state.end = failure
      return (true, state.current)
    }
    guard current.isFirst else { return }
    channel.shutDown()
    current.run?.end(failure)
    ended()
  }

  private static let cancelled = Failure(.unavailable, verbatim: localized("The request was cancelled."))
  private static let closed = Failure(.unavailable, verbatim: localized("The connection to the agent was closed."))
}
