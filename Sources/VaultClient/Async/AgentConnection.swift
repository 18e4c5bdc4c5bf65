public import AgentAPI
internal import Dispatch
public import VaultModel

/// A connection to the agent for programs that do other things meanwhile: one for requests and for events.
///
/// Requests may be sent from everywhere. The agent works on one at a time, so each waits for those before it, in the order they
/// were sent. The connection ends with this object, with ``close()``, with the agent, or when the agent keeps a request waiting
/// without a word for ``AgentAPI/AgentProtocol/silenceDeadlineSeconds``, unless it is one that only waits for events; every request
/// that waits then fails.
///
/// An unlock belongs to the terminal session of the process, and where it has none to this connection.
public final class AgentConnection: Sendable {
  /// What the agent said to the hello.
  public let welcome: Welcome
  /// What happens in the agent, for one loop. Of events that nobody has read yet the newest 16 are buffered; only
  /// another lock displaces a lock.
  public let events: AsyncStream<Event>
  private let connector: AgentConnector
  private let requests: RequestQueue

  /// Connects, starting an agent where none listens. This process forbids dumps of itself first.
  ///
  /// - Throws: as ``AgentConnector/connect()``.
  public static func open(_ connector: AgentConnector) async throws(Failure) -> AgentConnection {
    try await AgentConnection(connector, connected(connector), silenceSeconds: AgentProtocol.silenceDeadlineSeconds)
  }

  init(_ connector: AgentConnector, _ connected: Connected, silenceSeconds: Double) {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(16))
    welcome = connected.welcome
    self.events = events
    self.connector = connector
    requests = RequestQueue(connected.channel, silenceSeconds: silenceSeconds) {
      continuation.publish($0)
    } ended: {
      continuation.finish()
    }
  }

  deinit { close() }

  /// Sends a request and sees it through.
  ///
  /// A cancelled task returns at once: the agent goes on with the request, its prompts are declined, and what
  /// comes of it is ignored. A request that only waits for events ends in one way, with the connection: cancelled, it closes it.
  ///
  /// - Returns: the agent's reply.
  /// - Throws: the agent's ``AgentAPI/Failure``, the responder's, or one that says why it could not be heard.
  public func send<Request: AgentRequest>(
    _ request: Request, _ responder: any AgentResponder = UnattendedResponder()
  ) async throws(Failure) -> Request.Reply {
    try await requests.send(request, responder)
  }

  /// What a query finds, at once and after every change, until the loop ends. A slow reader misses pages in between, never the
  /// last one; a page has at most ``AgentAPI/AgentProtocol/maximumPageCount`` tasks.
  ///
  /// The agent reports it on a connection of its own, since it works on one request at a time on each. That has the name of this
  /// program, too: it is in the hello. The loop throws an ``AgentAPI/Failure`` when that connection ends.
  public func tasks(_ query: TaskQuery) -> AsyncThrowingStream<TaskPage, any Error> {
    watching(ObserveTasks(query)) { event in if case .tasks(let page) = event { page } else { nil } }
  }

  /// A signal at once and after every change of a task, until the loop ends: for programs that read their tasks in pages. A slow
  /// reader misses signals in between, never the last one. It has a connection of its own, as ``tasks(_:)``.
  public func taskChanges() -> AsyncThrowingStream<Void, any Error> {
    watching(WatchTasks()) { event in if case .changed = event { () } else { nil } }
  }

  /// A signal at once and after every change of what a live view shows, as ``taskChanges()``.
  ///
  /// - Parameter view: what is shown, and whether the person looks at it.
  public func changes(of view: ShowLive) -> AsyncThrowingStream<Void, any Error> {
    watching(view) { event in if case .changed = event { () } else { nil } }
  }

  /// What the events of a request that only waits say, on a connection of its own.
  private func watching<Element: Sendable>(
    _ request: some AgentRequest, _ element: @escaping @Sendable (Event) -> Element?
  ) -> AsyncThrowingStream<Element, any Error> {
    let (elements, found) = AsyncThrowingStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(1))
    let watching = Task { [connector] in
      do throws(Failure) {
        let connected = try await Self.connected(connector)
        let own = RequestQueue(connected.channel, silenceSeconds: AgentProtocol.silenceDeadlineSeconds) { event in
          if let element = element(event) { found.yield(element) }
        }
        defer { own.close() }
        _ = try await own.send(request, UnattendedResponder())
        found.finish()
      } catch { found.finish(throwing: error) }
    }
    found.onTermination = { _ in watching.cancel() }
    return elements
  }

  /// Ends the connection, and with it what waits for a reply.
  public func close() { requests.close() }

  /// A connection that has been greeted.
  struct Connected: Sendable {
    let channel: FrameChannel
    let welcome: Welcome
  }

  /// Connects without holding up the threads that all tasks share.
  static func connected(_ connector: AgentConnector) async throws(Failure) -> Connected {
    let outcome: Result<Connected, Failure> = await withCheckedContinuation { continuation in
      DispatchQueue(label: "vault.agent.connecting").async {
        continuation.resume(
          returning: Result { () throws(Failure) in
            let client = try connector.connect()
            return Connected(channel: client.channel, welcome: client.welcome)
          })
      }
    }
    return try outcome.get()
  }
}

extension AsyncStream<Event>.Continuation {
  /// Publishes an event; one that nobody waits for is buffered.
  fileprivate func publish(_ event: Event) {
    // Whatever protected text is on a screen has to go at a lock, however much else happens.
    guard case .dropped(let lost) = yield(event), case .locked = lost else { return }
    yield(lost)
  }
}
