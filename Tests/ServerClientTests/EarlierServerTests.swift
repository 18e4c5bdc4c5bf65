import CredentialStore
import Foundation
import SecretMemory
import ServerAPI
import StoreTesting
import Testing

@testable import ServerClient

@Suite("A server that names no epoch", .timeLimit(.minutes(2)))
struct EarlierServerTests {
  /// Has three items, of which the last is one push here.
  private actor Replica: InboxReplica {
    private(set) var place: SequencePosition
    private(set) var setBacks = 0
    private let newest: UUID

    init(_ epoch: Epoch?, newest: UUID) {
      place = SequencePosition(sequence: 3, epoch: epoch)
      self.newest = newest
    }

    func position() -> SequencePosition { place }
    func newestPush() -> UUID? { newest }
    func store(_ items: [InboxItem], bounds: SequenceBounds?) {
      place.sequence = items.last?.sequence ?? place.sequence
    }
    func store(_ changes: [InboxChange]) {}
    func recordGap(_ missing: ClosedRange<Int64>) {}
    func handleServerRollback(to sequences: Sequences) {
      setBacks += 1
      place = SequencePosition(epoch: sequences.epoch)
    }
    // What was decided about an item of before goes with its number.
    func pendingDecisions() -> [PendingDecision] {
      setBacks == 0 ? [PendingDecision(sequence: 3, state: .read)] : []
    }
    func decided(_ decision: PendingDecision, _ outcome: DecisionOutcome) {}
  }

  private static let device =
    #"{"token":"0123456789abcdef","platform":"linux","name":"den","registeredAt":"2027-01-02T03:04:05Z","lastSeenAt":"2027-01-02T03:04:05Z"}"#

  /// Connects to such a server, which has three items, the last of which is this push, until the stream is asked for.
  ///
  /// - Returns: what was asked, but for the login, and how often the replica began anew.
  private func connect(_ replica: Replica, newest: UUID) async throws -> (requests: [LoopbackServer.Received], Int) {
    let server = try await LoopbackServer { _, request in
      let words = request.line.split(separator: " ")
      let path = words.count > 1 ? words[1] : ""
      if path == "/v1/sessions" { return Answer.session() }
      if path.hasPrefix("/v1/devices/") { return Answer.json("200 OK", Self.device) }
      if path == "/v1/sequences" {
        return Answer.json("200 OK", #"{"inbox":{"first":1,"highest":3},"changes":0,"channels":{}}"#)
      }
      if path == "/v1/inbox/3/state" {
        return Answer.json(
          "200 OK", #"{"change":1,"sequence":3,"state":"read","since":"2027-01-02T03:04:05Z"}"#)
      }
      if path.hasPrefix("/v1/inbox?") {
        let after = Int64(path.firstMatch(of: /after=(\d+)/)?.1 ?? "0") ?? 0
        let items = (1...3 as ClosedRange<Int64>).filter { $0 > after }.map {
          InboxItem(
            sequence: $0, push: $0 == 3 ? newest : UUID(), createdAt: Date(timeIntervalSince1970: 1e9), expiresAt: nil,
            device: nil, state: .pending, payload: "{}")
        }
        let page = InboxPage(items: items, bounds: SequenceBounds(first: 1, highest: 3))
        return Answer.json("200 OK", String(decoding: page.json, as: UTF8.self))
      }
      return words.first == "POST" ? Answer.noContent : .silence
    }
    let store = InMemoryCredentialStore()
    let name = try #require(CredentialName("login"))
    let login = LoginItem(origin: try server.origin(), email: "ann@example.org", password: try secret("password"))
    try await store.set(try login.encoded(), for: name)
    try await withAPI(deadlines: .init(connect: 2, whole: 10)) { api in
      let auth = AuthClient(
        api: api, origin: try server.origin(), store: store, itemName: name, memory: InMemoryLogoutStateStore(),
        random: { 0.5 })
      let parts = InboxSync.Dependencies(
        auth: auth, memory: InMemoryDeviceRegistrationStore(token: "0123456789abcdef"),
        deregistrations: InMemoryDeregistrationStore(),
        registration: DeviceRegistration(platform: "linux", name: "den")
      ) { _, _ in replica }
      let sync = InboxSync(parts)
      let running = Task { await sync.run() }
      _ = await auth.logInSilently()
      while !server.requests.contains(where: { $0.line.hasPrefix("GET /v1/events") }) { await Task.yield() }
      running.cancel()
      await running.value
    }
    try await server.stop()
    return (server.requests, await replica.setBacks)
  }

  @Test("is asked for the newest item, and followed as before while that is the same push", arguments: [true, false])
  func newestItem(_ isSame: Bool) async throws {
    let push = UUID()
    let (requests, setBacks) = try await connect(Replica(nil, newest: push), newest: isSame ? push : UUID())
    #expect(setBacks == (isSame ? 0 : 1))
    #expect(requests.contains { $0.line.hasPrefix("GET /v1/inbox?after=2&limit=1 ") })
    #expect(requests.contains { $0.line.hasPrefix("POST /v1/inbox/3/state") } == isSame, "no number of before is sent")
    let stream = try #require(requests.last { $0.line.hasPrefix("GET /v1/events") })
    #expect(stream.head.lowercased().contains("last-event-id: 3-0\r\n"))
  }

  @Test("and had named one is an earlier one that an earlier copy was put back for")
  func namedBefore() async throws {
    let push = UUID()
    let (requests, setBacks) = try await connect(Replica(Epoch("a"), newest: push), newest: push)
    #expect(setBacks == 1)
    #expect(!requests.contains { $0.line.hasPrefix("POST /v1/inbox/3/state") })
  }
}
