public import AgentAPI
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import SecretMemory

/// A client's connection to the agent. It blocks the calling thread, each wait under a deadline, so that a command line
/// starts without a concurrency runtime. For one thread.
public final class AgentClient {
  /// What the agent said to the hello.
  public let welcome: Welcome
  /// Whether an older agent had to end for this connection, which locked the vault.
  public let replacedOlderAgent: Bool
  let channel: FrameChannel
  private var waiting: [Received] = []
  /// A request that went with the hello, and has not been answered.
  private var sent: (any AgentRequest)?

  /// One message as it came, with its secret where it announced one.
  private struct Received {
    let json: [UInt8]
    let secret: SharedSecret?
  }

  /// One message that was read, with its secret.
  private typealias Read<Reply: Codable> = (message: ReceivedMessage<Reply>, secret: SharedSecret?)

  /// How long a person waits without a sign that something is being done.
  private static let patienceSeconds = 1.0

  /// How long somebody waits, in seconds, for the rest of a message that should not have to be waited for: whoever stops the agent in
  /// the middle of one must not stop a view with it.
  private static let restSeconds = 1.0

  /// The most messages buffered by ``nextEvent()``.
  private static let maximumWaiting = 16

  init(channel: FrameChannel, welcome: Welcome, replacedOlderAgent: Bool, sent: (any AgentRequest)?) {
    self.channel = channel
    self.welcome = welcome
    self.replacedOlderAgent = replacedOlderAgent
    self.sent = sent
  }

  /// Sends a request and sees it through: prompts, secrets, progress and events go to `conversation`.
  ///
  /// - Returns: the agent's reply.
  /// - Throws: the agent's ``Failure``, or one that says why it could not be heard.
  public func send<Request: AgentRequest>(
    _ request: Request, _ conversation: inout some AgentConversation
  ) throws(Failure) -> Request.Reply {
    if sent as? Request != request { try begin(request) }
    sent = nil
    while true {
      try pause(&conversation)
      if let reply: Request.Reply = try step(&conversation) { return reply }
    }
  }

  /// Goes on with a request that was begun, for as long as it need not wait. A message that has begun is given a second.
  ///
  /// - Returns: the agent's reply; nil while more has to come. Poll ``eventDescriptor`` for that.
  /// - Throws: as ``send(_:_:)``.
  public func proceed<Reply: Codable>(_ conversation: inout some AgentConversation) throws(Failure) -> Reply? {
    while !waiting.isEmpty || channel.isReadable {
      if let reply: Reply = try step(&conversation, frameSeconds: Self.restSeconds) { return reply }
    }
    return nil
  }

  /// Takes the next message.
  ///
  /// - Parameter frameSeconds: how long its rest may take once it has begun.
  /// - Returns: the reply; nil for everything else, which goes to `conversation`.
  private func step<Reply: Codable>(
    _ conversation: inout some AgentConversation, frameSeconds: Double = AgentProtocol.frameDeadlineSeconds
  ) throws(Failure) -> Reply? {
    let received: Read<Reply> = try next(frameSeconds)
    switch received.message {
    case .reply(let reply): return reply
    case .message(.prompt(let prompt)): try answer(prompt, &conversation)
    case .message(.secret(let notice)):
      guard let secret = received.secret else { break }
      let own: SecretBytes
      do { own = try secret.bytes.copy() } catch { throw Failure(.system(error)) }
      try conversation.receive(own, notice, from: self)
    case .message(.progress(let progress)): conversation.progress(progress)
    case .message(.part(let text)): try conversation.part(text)
    case .message(.event(let event)): try conversation.event(event)
    case .message(.failure(let failure)): throw failure
    case .message(.welcome), .message(.unknown): break
    }
    return nil
  }

  /// Sends a request that is gone on with by ``proceed(_:)``, or of which only events are wanted; read them with ``nextEvent()``.
  public func begin(_ request: some AgentRequest) throws(Failure) { try transmit(RequestMessage(request)) }

  /// Whether the agent has said its last word on the request that was begun.
  ///
  /// - Throws: the agent's ``Failure``.
  public func hasEnded() throws(Failure) -> Bool {
    for received in waiting {
      switch try Self.decoded(received.json) as ReceivedMessage<AnyReply> {
      case .reply: return true
      case .message(.failure(let failure)): throw failure
      case .message: continue
      }
    }
    return false
  }

  /// The socket, for `poll(2)` while something is shown; -1 once so much is buffered that nothing more is read.
  public var eventDescriptor: Int32 { waiting.count < Self.maximumWaiting ? channel.descriptor : -1 }

  /// Whether another message can be read without waiting.
  public var hasMoreEvents: Bool { waiting.count < Self.maximumWaiting && channel.isReadable }

  /// The event that can be read without waiting; other messages are buffered for the request they belong to.
  ///
  /// - Returns: nil when there is none.
  /// - Throws: ``Failure/Code/unavailable`` when the agent has gone.
  public func nextEvent() throws(Failure) -> Event? {
    guard waiting.count < Self.maximumWaiting, channel.isReadable else { return nil }
    let json = try receive(Self.restSeconds)
    let received: Read<AnyReply> = try read(json)
    if case .message(.event(let event)) = received.message { return event }
    waiting.append(Received(json: json, secret: received.secret))
    return nil
  }

  /// Asks the agent to lock and end, and waits until its process has ended, so that every file is closed.
  ///
  /// - Throws: ``Failure/Code/tryLater`` when it has not within 15 seconds.
  public func stop() throws(Failure) { try Self.stop(channel, pid: welcome.pid) }

  static func stop(_ channel: FrameChannel, pid: Int32) throws(Failure) {
    let deadline = Deadline.after(seconds: 15)
    // Watched from before it is asked: afterwards its number may be another's.
    let watch = try watch(pid)
    do throws(ChannelError) {
      try channel.send(RequestMessage(StopAgent()), deadline: deadline)
      // Its words are of another version, perhaps; what counts is its end.
      while !deadline.hasPassed { _ = try channel.receive(deadline: deadline) }
    } catch {
      guard error == .closed || error == .truncated else { throw stillRuns() }
    }
    let hasEnded: Bool
    do { hasEnded = try watch?.waitForEnd(until: deadline) ?? true } catch { throw stillRuns() }
    guard hasEnded else { throw stillRuns() }
  }

  /// Nil when it has ended already.
  private static func watch(_ pid: Int32) throws(Failure) -> ProcessWatch? {
    do { return try ProcessWatch(pid: pid) } catch {
      guard error.code != ESRCH else { return nil }
      throw stillRuns()
    }
  }

  private static func stillRuns() -> Failure {
    Failure(.tryLater, "The agent does not end.", hint: "End vault-agent by hand, then try again.")
  }

  private func answer(_ prompt: Prompt, _ conversation: inout some AgentConversation) throws(Failure) {
    guard let answer = try conversation.answer(prompt, from: self) else {
      return try transmit(ClientMessage.decline(prompt: prompt.number))
    }
    let deadline = Deadline.after(seconds: AgentProtocol.frameDeadlineSeconds)
    let message = ClientMessage.answer(prompt: prompt.number)
    do { try channel.send(message, secret: answer, deadline: deadline) } catch {
      throw Failure(error)
    }
  }

  /// Tells the person where the agent says nothing for a second.
  private func pause(_ conversation: inout some AgentConversation) throws(Failure) {
    guard waiting.isEmpty else { return }
    do {
      if try !channel.isReadable(until: .after(seconds: Self.patienceSeconds)) { conversation.pause() }
    } catch { throw Failure(error) }
  }

  private func transmit(_ message: some Encodable) throws(Failure) {
    do { try channel.send(message, deadline: .after(seconds: AgentProtocol.frameDeadlineSeconds)) } catch {
      throw Failure(error)
    }
  }

  private func next<Reply: Codable>(_ frameSeconds: Double) throws(Failure) -> Read<Reply> {
    guard waiting.isEmpty else {
      let first = waiting.removeFirst()
      return (try Self.decoded(first.json), first.secret)
    }
    return try read(try receive(frameSeconds))
  }

  private func receive(_ frameSeconds: Double) throws(Failure) -> [UInt8] {
    do throws(ChannelError) {
      return try channel.receiveMessage(
        deadline: .after(seconds: AgentProtocol.silenceDeadlineSeconds), frameSeconds: frameSeconds)
    } catch { throw Failure(error) }
  }

  /// Reads a message that has just come, and the secret behind it.
  private func read<Reply: Codable>(_ json: [UInt8]) throws(Failure) -> Read<Reply> {
    let message: ReceivedMessage<Reply> = try Self.decoded(json)
    guard case .message(.secret) = message else { return (message, nil) }
    let deadline = Deadline.after(seconds: AgentProtocol.frameDeadlineSeconds)
    do { return (message, SharedSecret(try channel.receiveSecret(deadline: deadline))) } catch {
      throw Failure(error)
    }
  }

  private static func decoded<Reply: Codable>(_ json: [UInt8]) throws(Failure) -> ReceivedMessage<Reply> {
    do { return ReceivedMessage(try WireJSON.decode(AgentCases<Reply>.self, from: json)) } catch {
      throw Failure(error)
    }
  }
}
