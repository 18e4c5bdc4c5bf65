internal import Glibc
internal import SecretMemory
internal import Synchronization

/// One verification under way. It has a thread of its own, on which it starts, serves and ends the child: waiting never
/// holds a thread of Swift's cooperative pool, and the child lives exactly as long as the thread that started it.
final class PAMSession: Sendable {
  /// What happens, in order; `finished` is the last.
  enum Event: Sendable {
    /// To be answered with ``PAMSession/reply(_:)``, exactly once.
    case prompt(PAMPrompt)
    case finished(Result<Void, PAMError>)
  }

  /// More messages than any real stack sends.
  private static let maximumMessages = 200

  let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  private let configuration: PAMVerifier.Configuration
  private let wake: PAMWakeUp
  private let inbox = Mutex(Inbox())

  private struct Inbox {
    var isCancelled = false
    var replies: [SharedSecret?] = []
  }

  init(_ configuration: PAMVerifier.Configuration) throws(PAMError) {
    self.configuration = configuration
    wake = try PAMWakeUp()
    (events, continuation) = AsyncStream.makeStream()
  }

  /// Starts the thread.
  func start() throws(PAMError) {
    let body = Unmanaged.passRetained(self)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, &attributes,
      { context in
        if let context { Unmanaged<PAMSession>.fromOpaque(context).takeRetainedValue().serve() }
        return nil
      }, body.toOpaque())
    guard failure == 0 else {
      body.release()
      throw PAMError(.childFailed, "no thread for the PAM child")
    }
  }

  /// Answers the last prompt; nil declines.
  func reply(_ answer: SharedSecret?) {
    inbox.withLock { $0.replies.append(answer) }
    wake.signal()
  }

  /// Ends the session as soon as possible.
  func cancel() {
    inbox.withLock { $0.isCancelled = true }
    wake.signal()
  }

  private func serve() {
    let deadline = ContinuousClock.now + configuration.deadline
    let outcome: Result<Void, PAMError>
    do throws(PAMError) {
      let child = try PAMChildProcess.start(
        executable: configuration.childExecutable, arguments: configuration.arguments,
        environment: configuration.environment)
      do throws(PAMError) {
        try converse(over: child.channel, until: deadline)
        outcome = .success(())
      } catch { outcome = .failure(error) }
      child.end()
    } catch { outcome = .failure(error) }
    continuation.yield(.finished(outcome))
    continuation.finish()
  }

  private func converse(over channel: borrowing PAMChannel, until deadline: ContinuousClock.Instant) throws(PAMError) {
    for _ in 0..<Self.maximumMessages {
      while try !wait(for: channel, events: Int16(POLLIN), until: deadline) {}
      guard let packet = try channel.receive() else { throw Self.died }
      switch try PAMFrame(packet: packet) {
      case .result(let outcome): return try outcome.check(service: configuration.effectiveService)
      case .prompt(let prompt):
        continuation.yield(.prompt(prompt))
        let reply = try awaitReply(to: prompt, channel, until: deadline)
        if prompt.needsAnswer { try answer(reply, over: channel) }
      }
    }
    throw PAMError(.childFailed, "the PAM modules sent too many messages")
  }

  /// Waits for ``reply(_:)``. A child that waits for an answer and dies ends the wait; one that only showed something may end
  /// meanwhile, its result then waits in the channel.
  private func awaitReply(
    to prompt: PAMPrompt, _ channel: borrowing PAMChannel, until deadline: ContinuousClock.Instant
  ) throws(PAMError) -> SharedSecret? {
    while true {
      let reply = inbox.withLock { $0.replies.popLast() }
      if let reply { return reply }
      if prompt.needsAnswer {
        if try wait(for: channel, events: 0, until: deadline) { throw Self.died }
      } else {
        _ = try wait(for: -1, events: 0, until: deadline)
      }
    }
  }

  private func answer(_ reply: SharedSecret?, over channel: borrowing PAMChannel) throws(PAMError) {
    guard let reply else { throw PAMError(.cancelled, "the verification was cancelled") }
    guard reply.bytes.count <= PAMFrame.maximumAnswer else {
      throw PAMError(.answerRefused, "the answer is longer than \(PAMFrame.maximumAnswer) bytes")
    }
    guard !reply.bytes.withUnsafeBytes({ $0.contains(0) }) else {
      throw PAMError(.answerRefused, "the answer holds a NUL byte")
    }
    guard channel.send(answer: reply.bytes) else { throw Self.died }
  }

  /// Waits until the channel has one of `events` or its other end is gone: true; or until woken: false.
  ///
  /// - Throws: `cancelled` or `timedOut`.
  private func wait(
    for channel: borrowing PAMChannel, events: Int16, until deadline: ContinuousClock.Instant
  ) throws(PAMError) -> Bool {
    try wait(for: channel.descriptor, events: events, until: deadline)
  }

  private func wait(
    for descriptor: Int32, events: Int16, until deadline: ContinuousClock.Instant
  ) throws(PAMError) -> Bool {
    guard !inbox.withLock({ $0.isCancelled }) else { throw PAMError(.cancelled, "the verification was cancelled") }
    let remaining = deadline - .now
    guard remaining > .zero else {
      throw PAMError(.timedOut, "the verification took too long and was ended; try again, or use the PIN")
    }
    return wake.wait(for: descriptor, events: events, atMost: remaining)
  }

  private static let died = PAMError(.childFailed, "the PAM child ended before it was done; see the system's log")
}
