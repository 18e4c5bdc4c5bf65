public import AgentAPI
internal import Foundation
internal import LinuxSystem
public import Localization
internal import SecretMemory
internal import Synchronization

/// An agent that says what a test wrote down: a real socket and real frames, nothing behind them.
public final class ScriptedAgent: Sendable {
  /// The directories of the vault it pretends to serve.
  public let paths: VaultPaths
  private let directory: TemporaryDirectory
  private let listener: Int32
  private let complaints = Mutex<[String]>([])

  /// Listens, and plays `script` on every connection.
  ///
  /// - Parameters:
  ///   - script: what happens after the welcome.
  ///   - answer: what follows a hello, an event before the welcome; nil answers nothing.
  public init(
    script: @escaping @Sendable (ScriptedConversation) throws -> Void = { _ in },
    answer: @escaping @Sendable (Hello) -> AgentMessage? = { _ in .welcome(ScriptedAgent.welcome()) }
  ) throws {
    directory = try TemporaryDirectory()
    paths = VaultPaths(
      data: directory.path + "/d", config: directory.path + "/c", state: directory.path + "/s",
      runtime: directory.path + "/r")
    try PrivateDirectory.make(paths.data)
    try PrivateDirectory.ensure(paths.runtime, uid: geteuid())
    listener = try UnixSocket.listen(at: paths.socket)
    chmod(paths.socket, 0o600)
    Thread.detachNewThread { [self] in acceptAll(answer, script) }
  }

  /// Stops listening and removes the socket, as an agent does that ends.
  public func stopListening() {
    unlink(paths.socket)
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// What went wrong on the agent's side.
  public var problems: [String] { complaints.withLock { $0 } }

  /// A welcome of this build. Its process has no number that any process has, so that nobody waits for the tests to end.
  public static func welcome(
    protocolVersion: Int = AgentProtocol.version, build: String = AgentProtocol.build, notices: [LocalizedText] = [],
    isReplaced: Bool = false
  ) -> Welcome {
    Welcome(protocolVersion: protocolVersion, build: build, pid: .max, notices: notices, isReplaced: isReplaced)
  }

  /// The environment of a client that means this vault.
  public var environment: [String: String] {
    [
      "PATH": "/usr/bin:/bin", "HOME": directory.path, "TERM": "xterm-256color", "LANG": "C.UTF-8", "TZ": "UTC",
      "VAULT_DATA_DIR": paths.data, "VAULT_CONFIG_DIR": paths.config, "VAULT_STATE_DIR": paths.state,
      "VAULT_RUNTIME_DIR": paths.runtime,
    ]
  }

  private func acceptAll(
    _ answer: @escaping @Sendable (Hello) -> AgentMessage?,
    _ script: @escaping @Sendable (ScriptedConversation) throws -> Void
  ) {
    while true {
      var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      _ = poll(&entry, 1, -1)
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else {
        if errno == EAGAIN || errno == EINTR { continue }
        return
      }
      let channel = FrameChannel(descriptor: descriptor)
      Thread.detachNewThread { [self] in
        do { try converse(channel, answer, script) } catch { complaints.withLock { $0.append("\(error)") } }
      }
    }
  }

  private func converse(
    _ channel: FrameChannel, _ answer: (Hello) -> AgentMessage?, _ script: (ScriptedConversation) throws -> Void
  ) throws {
    let deadline = Deadline.after(seconds: 20)
    guard case .hello(let hello) = try channel.receive(ClientMessage.self, deadline: deadline) else {
      throw ChannelError.unexpectedFrame
    }
    guard let message = answer(hello) else { return }
    try channel.send(message, deadline: deadline)
    switch message {
    case .welcome: break
    case .event: try channel.send(AgentMessage.welcome(Self.welcome()), deadline: deadline)
    default: return
    }
    try script(ScriptedConversation(channel: channel, hello: hello))
  }
}

/// The agent's side of one connection, for scripts.
public struct ScriptedConversation: Sendable {
  /// The connection.
  public let channel: FrameChannel
  /// What the client said first.
  public let hello: Hello

  private var deadline: Deadline { .after(seconds: 20) }

  /// The client's next request.
  public func request() throws -> ScriptedRequest {
    ScriptedRequest(json: try channel.receiveMessage(deadline: deadline))
  }

  /// Gives the client its reply.
  public func reply(_ reply: some Codable & Equatable & Sendable) throws {
    try channel.send(ReplyMessage(reply), deadline: deadline)
  }

  /// Sends a message.
  public func send(_ message: AgentMessage) throws { try channel.send(message, deadline: deadline) }

  /// Asks the person.
  ///
  /// - Returns: the answer's text; nil when it was declined.
  public func ask(_ kind: Prompt.Kind, _ text: String) throws -> String? {
    try send(.prompt(Prompt(kind, text: LocalizedText(verbatim: text), deadlineSeconds: 15)))
    switch try channel.receive(ClientMessage.self, deadline: deadline) {
    case .answer:
      let secret = try channel.receiveSecret(deadline: deadline)
      return secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    case .decline: return nil
    case .hello, .unknown: throw ChannelError.unexpectedFrame
    }
  }

  /// Sends a secret with its announcement.
  public func send(_ notice: SecretNotice, _ bytes: [UInt8]) throws {
    try channel.send(AgentMessage.secret(notice), secret: try SecretBytes(bytes), deadline: deadline)
  }

  /// Waits until the client has left.
  public func waitForEnd() throws {
    do throws(ChannelError) {
      while true { _ = try channel.receive(deadline: deadline) }
    } catch {
      guard error == .closed || error == .truncated else { throw error }
    }
  }
}

/// A request as it came from a client.
public struct ScriptedRequest: Sendable, CustomStringConvertible {
  /// The whole message.
  public let json: [UInt8]

  /// The message, for a complaint.
  public var description: String { String(decoding: json, as: UTF8.self) }

  /// What was asked for; nil where it was something else.
  public func decoded<Request: AgentRequest>(as type: Request.Type = Request.self) -> Request? {
    do { return try WireJSON.decode(RequestMessage<Request>.self, from: json).content } catch { return nil }
  }

  /// Whether that was asked for.
  public static func == <Request: AgentRequest>(left: Self, right: Request) -> Bool { left.decoded() == right }
}
