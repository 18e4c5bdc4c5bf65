internal import AgentAPI
internal import Dispatch
internal import LinuxSystem
internal import Localization
internal import Logging
internal import SecretMemory
internal import StrictJSON
internal import Synchronization

/// One client's connection: a thread that reads, and at most one request under way.
final class ClientConnection: Conversation {
  /// The seconds a write to a client that does not read may take.
  private static let writeSeconds = 10.0
  /// The seconds a client has for its hello.
  private static let helloSeconds = 5.0

  let number = ClientConnection.numbers.add(1, ordering: .relaxed).newValue
  private static let numbers = Atomic<UInt64>(0)
  private let channel: FrameChannel
  private let handler: any RequestHandler
  private let pending = PendingAnswer()
  /// Everything after the welcome leaves on this queue, in order: a client that does not read holds up neither the
  /// threads all requests share nor a lock, and no secret can follow the lock that forbids it.
  private let outbox = DispatchQueue(label: "vault.client.outbox")
  private let locks = Atomic<UInt64>(0)
  private let state: Mutex<State>

  private struct State {
    var client: ProcessIdentity
    var isInteractive = false
    var language = Language.english
    var request: Task<Void, Never>?
    var isBusy = false
    var isWatching = false
    var hasEnded = false
    /// Why it may only lock the vault or end the agent; nil where it may ask for anything.
    var refusal: Failure?
  }

  init(channel: FrameChannel, client: ProcessIdentity, handler: any RequestHandler) {
    self.channel = channel
    state = Mutex(State(client: client))
    self.handler = handler
  }

  var client: ProcessIdentity { state.withLock { $0.client } }

  var isInteractive: Bool { state.withLock { $0.isInteractive } }

  /// Whether no request is being worked on: none was made, it only listens to events, or it waits for a person.
  var isWaiting: Bool { state.withLock { !$0.isBusy || $0.isWatching } || pending.isWaiting }

  /// Has it only lock the vault or end the agent.
  ///
  /// - Parameter refusal: what it is told that asks for something else.
  func restrict(_ refusal: Failure) { state.withLock { $0.refusal = refusal } }

  /// Serves the client until it leaves or breaks the protocol; blocks its thread.
  func run() {
    defer { end() }
    do {
      guard try handshake() else { return }
      while true { try handle(channel.receive(deadline: .none)) }
    } catch { return }
  }

  var lockCount: UInt64 { locks.load(ordering: .sequentiallyConsistent) }

  /// Sends an event, without waiting; a client that does not take it is cut off.
  func send(_ event: Event) {
    if case .locked = event {
      locks.add(1, ordering: .sequentiallyConsistent)
      pending.lock()
    }
    outbox.async { [self] in sendOrLeave(.event(event)) }
  }

  /// Ends the connection from outside; ``run()`` returns.
  func close() { channel.shutDown() }

  /// Tells the client why it is turned away, without waiting for it, and ends the connection.
  func reject(_ failure: Failure) { channel.reject(failure) }

  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  private func end() {
    pending.disconnect()
    state.withLock { state in
      state.hasEnded = true
      return state.request
    }?.cancel()
    channel.shutDown()
    handler.didEnd(number)
  }

  /// Sends from the outbox; a client that does not take it is cut off, which ends its waits as well.
  private func sendOrLeave(_ message: AgentMessage) { sendOrLeave(message as any Encodable & Sendable) }

  private func sendOrLeave(_ message: any Encodable & Sendable) {
    do { try transmit(message) } catch { channel.shutDown() }
  }

  /// Runs `body` on the outbox, after what is waiting there.
  private func inOrder<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      outbox.async { continuation.resume(returning: body()) }
    }
  }

  private func send(_ message: AgentMessage) throws(ChannelError) { try transmit(message) }

  /// Sends in the client's language: the words are translated where the message becomes bytes.
  private func transmit(_ message: some Encodable, secret: SharedSecret? = nil) throws(ChannelError) {
    let deadline = Deadline.after(seconds: Self.writeSeconds)
    try inTheirLanguage { () throws(ChannelError) in
      guard let secret else { return try channel.send(message, deadline: deadline) }
      try channel.send(message, secret: secret.bytes, deadline: deadline)
    }
  }

  private func inTheirLanguage(_ body: () throws(ChannelError) -> Void) throws(ChannelError) {
    let outcome: Result<Void, ChannelError> = Localization.$answers.withValue(state.withLock { $0.language }) {
      do throws(ChannelError) { return .success(try body()) } catch { return .failure(error) }
    }
    try outcome.get()
  }
}

// MARK: - Reading

extension ClientConnection {
  private func handshake() throws(ChannelError) -> Bool {
    let bytes = try channel.receiveMessage(deadline: .after(seconds: Self.helloSeconds))
    // Bounded as requests are, before anything of it is compared.
    guard case .other = try RequestReader.find(in: bytes),
      case .hello(let hello) = try WireJSON.decode(ClientMessage.self, from: bytes)
    else {
      try send(.failure(Failure(.unsupported, "The connection did not begin with a hello.")))
      return false
    }
    let language = handler.language(hello.language)
    state.withLock { $0.language = language }
    do {
      let welcome = try handler.welcome(hello, on: number)
      state.withLock { state in
        state.isInteractive = hello.isInteractive
        // A client of a newer protocol has this agent end, and is served by the next one.
        if hello.onlyLocks == true || hello.protocolVersion > AgentProtocol.version { state.refusal = .onlyLocks }
        guard let caller = hello.caller else { return }
        state.client.complete(executable: caller.boundedProgram, namesConnection: caller.namesConnection)
      }
      try send(.welcome(welcome))
      return true
    } catch let failure as Failure {
      try send(.failure(failure))
      return false
    } catch {
      return false
    }
  }

  private func handle(_ frame: consuming Frame) throws(ChannelError) {
    switch consume frame {
    case .secret: throw .unexpectedFrame
    case .message(let bytes):
      switch try RequestReader.find(in: bytes) {
      case .request(let request): try begin { () throws(Failure) in try handler.routed(request) }
      case .other: try handle(WireJSON.decode(ClientMessage.self, from: bytes))
      case .overmarked: try begin { () throws(Failure) in throw .overmarked }
      }
    }
  }

  private func handle(_ message: ClientMessage) throws(ChannelError) {
    switch message {
    case .answer(let number):
      let secret = SharedSecret(try channel.receiveSecret(deadline: .after(seconds: Self.writeSeconds)))
      pending.resolve(.answered(secret), number: number)
    case .decline(let number): pending.resolve(.declined, number: number)
    case .hello: throw .unexpectedFrame
    case .unknown: try begin { () throws(Failure) in try handler.routed(nil) }
    }
  }

  /// - Parameter read: finds out what is asked for.
  private func begin(_ read: () throws(Failure) -> any RoutedRequest) throws(ChannelError) {
    let isFree = state.withLock { state in
      guard !state.isBusy else { return false }
      state.isBusy = true
      return true
    }
    guard isFree else { throw .unexpectedFrame }
    let request: any RoutedRequest
    do throws(Failure) { request = try read() } catch {
      // Whoever asks for what this agent does not know may ask for something else, once it has heard so.
      return outbox.async { [self] in finish(AgentMessage.failure(error)) }
    }
    if let refusal = state.withLock({ $0.refusal }), !request.traits.contains(.locks) {
      try inTheirLanguage { reject(refusal) }
      throw .closed
    }
    let language = state.withLock { state in
      state.isWatching = request.traits.contains(.watches)
      return state.language
    }
    let task = Task { await Localization.$answers.withValue(language) { await execute(request) } }
    state.withLock { $0.request = task }
  }

  /// Sends the last word on a request; the next one may follow.
  private func finish(_ last: any Encodable & Sendable) {
    // Before the client can read it and ask for more; not earlier, for who waits for a reply is not idle.
    state.withLock { $0.isBusy = false }
    sendOrLeave(last)
  }

  private func execute(_ request: any RoutedRequest) async {
    let last: any Encodable & Sendable
    var isDone = false
    do throws(Failure) {
      last = try await handler.handle(request, self)
      isDone = true
    } catch { last = AgentMessage.failure(error) }
    await inOrder { [self] in finish(last) }
    if isDone { handler.didExecute(request) }
  }
}

// MARK: - Conversation

extension ClientConnection {
  func ask(_ prompt: Prompt, unlessLockedSince count: UInt64?) async throws(Failure) -> SharedSecret? {
    let outcome = await pending.wait(deadlineSeconds: prompt.deadlineSeconds, endsAtLock: count != nil) { number in
      // A lock from here on finds the wait that is open now.
      if let count, lockCount != count { return pending.lock() }
      var numbered = prompt
      numbered.number = number
      outbox.async { [self, numbered] in sendOrLeave(.prompt(numbered)) }
    }
    switch outcome {
    case .answered(let secret): return secret
    case .declined, .timedOut: return nil
    case .disconnected: throw Failure(.refused, "The client left.")
    case .locked: throw .lockedMeanwhile
    }
  }

  func show(
    _ secret: SharedSecret, as notice: SecretNotice, unlessLockedSince count: UInt64
  ) async throws(Failure) {
    try await deliver(unlessLockedSince: count) { [self] in
      try transmit(AgentMessage.secret(notice), secret: secret)
    }
  }

  func send(_ part: String, unlessLockedSince count: UInt64?) async throws(Failure) {
    try await deliver(unlessLockedSince: count) { [self] in try send(.part(part)) }
  }

  func notify(_ event: Event) async throws(Failure) {
    try await deliver(unlessLockedSince: nil) { [self] in try send(.event(event)) }
  }

  /// Sends in its turn, and waits until it has gone; a client that does not take it is cut off.
  private func deliver(
    unlessLockedSince count: UInt64?, _ transmit: @escaping @Sendable () throws -> Void
  ) async throws(Failure) {
    let failure: Failure? = await inOrder { [self] in
      if let count, lockCount != count { return .lockedMeanwhile }
      do {
        try transmit()
        return nil
      } catch {
        channel.shutDown()
        return Failure(.refused, "The client left.")
      }
    }
    if let failure { throw failure }
  }

  func report(_ progress: Progress) {
    outbox.async { [self] in sendOrLeave(.progress(progress)) }
  }
}
