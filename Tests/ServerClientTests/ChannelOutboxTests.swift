import CredentialStore
import FoundationEssentials
import ServerAPI
import StoreTesting
import Testing

@testable import ServerClient

@Suite("What the user wrote goes out", .timeLimit(.minutes(5)))
struct ChannelOutboxTests {
  /// Channels in which nothing comes, and that say what is to be sent.
  private actor Outbox: ChannelReplica {
    private(set) var waiting: [OutgoingMessage] = []

    func write(_ texts: [(String, UUID)]) {
      waiting += texts.map { OutgoingMessage(id: UUID(), channel: $0.1, text: $0.0) }
    }
    func enrolmentMark() -> Int { 0 }
    func recordEnrolments(_ channels: [UUID: SequenceBounds], asOf mark: Int) -> [UUID]? { [] }
    func recordConversations(_ conversations: [UserConversation]) -> [UUID] { [] }
    func position(of channel: UUID) -> SequencePosition? { SequencePosition() }
    func store(_ messages: [ChannelMessage], bounds: SequenceBounds?, of channel: UUID) {}
    func handleServerRollback(of channel: UUID) {}
    func outgoingMessages(besides channels: Set<UUID>) -> [OutgoingMessage] {
      waiting.filter { !channels.contains($0.channel) }
    }
    func sent(_ message: ChannelMessage, to channel: UUID) { waiting.removeAll { $0.id == message.id } }
    func refused(_ message: OutgoingMessage, _ reason: MessageRefusal) { waiting.removeAll { $0 == message } }
  }

  private struct NoInbox: InboxReplica {
    func position() -> SequencePosition { SequencePosition() }
    func store(_ items: [InboxItem], bounds: SequenceBounds?) {}
    func store(_ changes: [InboxChange]) {}
    func recordGap(_ missing: ClosedRange<Int64>) {}
    func handleServerRollback(to sequences: Sequences) {}
    func pendingDecisions() -> [PendingDecision] { [] }
    func decided(_ decision: PendingDecision, _ outcome: DecisionOutcome) {}
  }

  private static func texts(_ server: LoopbackServer) -> [String] {
    server.requests.compactMap { request in
      guard let range = request.body.firstRange(of: #""text":""#) else { return nil }
      return String(request.body[range.upperBound...].prefix { $0 != "\"" })
    }
  }

  /// The server's word that it has taken a message.
  private static func taken(_ request: LoopbackServer.Received, as id: UUID? = nil) -> LoopbackServer.Reply {
    struct Body: Decodable { var id: UUID, text: String }
    guard var body = try? JSONDecoder().decode(Body.self, from: Data(request.body.utf8)) else { return .close }
    if let id { body.id = id }
    let sender = UUID()
    return Answer.json(
      "201 Created",
      """
      {"sequence":1,"id":"\(body.id)","sender":"\(sender)","senderName":"ann","text":"\(body.text)",\
      "receivedAt":"2027-01-02T03:04:05Z"}
      """)
  }

  /// What a server may answer a message with, other than that it has it.
  enum Trouble: CaseIterable {
    case throttled, unexpected, anotherMessage

    func reply(to request: LoopbackServer.Received) -> LoopbackServer.Reply {
      switch self {
      case .throttled: Answer.error("429 Slow", "too_many_requests", "Retry-After: 9\r\n")
      case .unexpected: Answer.error("410 Gone", "gone")
      case .anotherMessage: ChannelOutboxTests.taken(request, as: UUID())
      }
    }
  }

  @Test(
    "a channel that is to be left alone holds up no other, and then goes on in its order", arguments: Trouble.allCases)
  func resting(trouble: Trouble) async throws {
    let (busy, other) = (UUID(), UUID())
    let server = try await LoopbackServer { number, request in
      if request.line.hasPrefix("POST /v1/sessions") { return Answer.session() }
      return number == 2 ? trouble.reply(to: request) : Self.taken(request)
    }
    let (outbox, clock, errands) = (Outbox(), TickingClock(), PendingChannelWork(.init(sends: true)))
    await outbox.write([("a1", busy), ("a2", busy), ("b1", other), ("a3", busy)])
    try await withAPI(deadlines: .init(connect: 2, whole: 4)) { api in
      let origin = try server.origin()
      let store = InMemoryCredentialStore()
      let name = try #require(CredentialName("login"))
      let login = LoginItem(origin: origin, email: "ann@example.org", password: try secret("password"))
      try await store.set(try login.encoded(), for: name)
      let auth = AuthClient(api: api, origin: origin, store: store, itemName: name, memory: InMemoryLogoutStateStore())
      _ = await auth.logInSilently()
      let session = try #require(await auth.session)
      let link = ChannelSyncSession(
        link: InboxSyncSession(auth: auth, session: session, device: "0123456789abcdef", replica: NoInbox()),
        replica: outbox, errands: errands,
        pace: .init(policy: RetryPolicy(), clock: clock, random: { 0.5 }, silence: .seconds(60)))
      let running = Task { try await link.run() }
      await clock.arrival()
      while await outbox.waiting.count > 3 { await Task.yield() }
      // What is written meanwhile waits behind what rests, and elsewhere goes out at once.
      await outbox.write([("a4", busy), ("b2", other)])
      errands.add(.init(sends: true))
      while await outbox.waiting.count > 4 { await Task.yield() }
      #expect(Self.texts(server) == ["a1", "b1", "b2"])
      clock.wake()
      while await !outbox.waiting.isEmpty { await Task.yield() }
      #expect(Self.texts(server) == ["a1", "b1", "b2", "a1", "a2", "a3", "a4"])
      running.cancel()
      _ = await running.result
    }
    try await server.stop()
  }
}
