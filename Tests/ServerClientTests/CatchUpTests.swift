import CredentialStore
import Foundation
import SecretMemory
import ServerAPI
import StoreTesting
import Testing

@testable import ServerClient

@Suite("Catching up with pages fetched two at a time", .timeLimit(.minutes(5)))
struct CatchUpTests {
  /// Notes what it is to keep.
  private actor RecordingReplica: InboxReplica {
    private(set) var kept: [Int64] = []
    private(set) var gaps: [ClosedRange<Int64>] = []
    private var place = SequencePosition()

    func position() -> SequencePosition { place }
    func store(_ items: [InboxItem], bounds: SequenceBounds?) {
      kept += items.map(\.sequence)
      place.sequence = items.last?.sequence ?? place.sequence
    }
    func store(_ changes: [InboxChange]) {}
    func recordGap(_ missing: ClosedRange<Int64>) {
      gaps.append(missing)
      place.sequence = missing.upperBound
    }
    func handleServerRollback(to sequences: Sequences) {}
    func pendingDecisions() -> [PendingDecision] { [] }
    func decided(_ decision: PendingDecision, _ outcome: DecisionOutcome) {}
  }

  private static let highest: Int64 = 2300

  /// The page behind a number, of a server that has everything from `first` on.
  private static func page(after: Int64, limit: Int, first: Int64) -> LoopbackServer.Reply {
    let start = max(after + 1, first)
    let numbers = start <= highest ? Array(start...min(highest, start + Int64(limit) - 1)) : []
    let items = numbers.map {
      InboxItem(
        sequence: $0, push: UUID(), createdAt: Date(timeIntervalSince1970: 1e9), expiresAt: nil, device: nil,
        state: .pending, payload: "{}")
    }
    let page = InboxPage(items: items, bounds: SequenceBounds(first: first, highest: highest))
    return Answer.json("200 OK", String(decoding: page.json, as: UTF8.self))
  }

  /// A server whose inbox comes in these pages.
  private func server(
    _ page: @escaping @Sendable (_ number: Int, _ after: Int64, _ limit: Int) -> LoopbackServer.Reply
  ) async throws -> LoopbackServer {
    let sequences = Sequences(inbox: SequenceBounds(first: 1, highest: Self.highest), changes: 0)
    let standing = String(decoding: try JSONEncoder().encode(sequences), as: UTF8.self)
    return try await LoopbackServer { number, request in
      let words = request.line.split(separator: " ").dropFirst().first ?? ""
      if words.hasPrefix("/v1/sessions") { return Answer.session() }
      if words.hasPrefix("/v1/devices/") { return Answer.json("200 OK", Self.device) }
      if words.hasPrefix("/v1/sequences") { return Answer.json("200 OK", standing) }
      if words.hasPrefix("/v1/inbox/acknowledgement") { return Answer.noContent }
      guard words.hasPrefix("/v1/inbox?"), let query = URLComponents(string: String(words))?.queryItems else {
        return .silence
      }
      let value = { (name: String) in query.first { $0.name == name }?.value.flatMap { Int64($0) } ?? 0 }
      return page(number, value("after"), Int(value("limit")))
    }
  }

  /// Catches up with a server that answers so.
  ///
  /// - Parameter page: the page behind a number, at most so long.
  private func catchUp(
    _ page: @escaping @Sendable (_ number: Int, _ after: Int64, _ limit: Int) -> LoopbackServer.Reply
  ) async throws -> (replica: RecordingReplica, pageCount: Int) {
    let server = try await server(page)
    let origin = try server.origin()
    let store = InMemoryCredentialStore()
    let name = try #require(CredentialName("login"))
    let login = LoginItem(origin: origin, email: "ann@example.org", password: try secret("password"))
    try await store.set(try login.encoded(), for: name)
    let replica = RecordingReplica()
    try await withAPI(deadlines: .init(connect: 2, whole: 10)) { api in
      let auth = AuthClient(
        api: api, origin: origin, store: store, itemName: name, memory: InMemoryLogoutStateStore(), random: { 0.5 })
      var parts = InboxSync.Dependencies(
        auth: auth, memory: InMemoryDeviceRegistrationStore(token: "0123456789abcdef"),
        deregistrations: InMemoryDeregistrationStore(),
        registration: DeviceRegistration(platform: "linux", name: "den")
      ) { _, _ in replica }
      parts.clock = InstantClock()
      let sync = InboxSync(parts)
      let running = Task { await sync.run() }
      _ = await auth.logInSilently()
      while !server.requests.contains(where: { $0.line.hasPrefix("POST /v1/inbox/acknowledgement") }) {
        await Task.yield()
      }
      running.cancel()
      await running.value
    }
    try await server.stop()
    return (replica, server.requests.count { $0.line.hasPrefix("GET /v1/inbox?") })
  }

  private static let device =
    #"{"token":"0123456789abcdef","platform":"linux","name":"den","registeredAt":"2027-01-02T03:04:05Z","lastSeenAt":"2027-01-02T03:04:05Z"}"#

  @Test("each item is kept once and in order, however small the server's pages are", arguments: [500, 499, 250, 70])
  func everyPageSize(most: Int) async throws {
    let result = try await catchUp { _, after, limit in Self.page(after: after, limit: min(limit, most), first: 1) }
    #expect(await result.replica.kept == Array(1...Self.highest))
    #expect(await result.replica.gaps.isEmpty)
    // At worst every second page is fetched in vain.
    #expect(result.pageCount <= 2 * (Int(Self.highest) / most + 1))
  }

  @Test("what retention takes away between two pages is told as a gap, once")
  func overtaken() async throws {
    let result = try await catchUp { _, after, limit in
      Self.page(after: after, limit: limit, first: after < 500 ? 1 : 1200)
    }
    #expect(await result.replica.kept == Array(1...500) + Array(1200...Self.highest))
    #expect(await result.replica.gaps == [501...1199])
  }

  @Test("a page that is lost on its way is fetched again")
  func broken() async throws {
    let result = try await catchUp { number, after, limit in
      number == 6 ? .close : Self.page(after: after, limit: limit, first: 1)
    }
    #expect(await result.replica.kept == Array(1...Self.highest))
  }
}
