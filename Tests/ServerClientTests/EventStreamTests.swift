import FoundationEssentials
import SecretMemory
import ServerAPI
import Synchronization
import Testing

@testable import ServerClient

@Suite("The event stream", .timeLimit(.minutes(5)))
struct EventStreamTests {
  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
  private static let item =
    #"{"createdAt":"2027-01-15T08:00:00Z","payload":"{}","push":"00000000-0000-0000-0000-000000000007","sequence":7,"state":"pending"}"#

  /// What a stream of a server that answers so came to.
  private struct Outcome: Sendable {
    var events: [ServerEvent]
    var error: ServerClientError?
    var requests: [LoopbackServer.Received]
  }

  private func outcome(
    _ reply: LoopbackServer.Reply, after cursor: SequencePosition? = nil, silence: Duration = .seconds(30)
  ) async throws -> Outcome {
    let server = try await LoopbackServer { _, _ in reply }
    let origin = try server.origin()
    let events = Mutex<[ServerEvent]>([])
    let error = try await withAPI(deadlines: .init(connect: 1, whole: 2)) { api in
      let token = SharedSecret(try secret("tokentoken"))
      do throws(ServerClientError) {
        let stream = try await api.events(after: cursor, at: origin, token: token)
        try await stream.run(silence: silence) { (batch) async throws(ServerClientError) in
          events.withLock { $0 += batch }
        }
      } catch { return error }
    }
    try await server.stop()
    return Outcome(events: events.withLock { $0 }, error: error, requests: server.requests)
  }

  @Test("brings pushes, states and gaps, and passes over what a newer server tells")
  func events() async throws {
    let text =
      ":\n\nevent: push\nid: 7-0\ndata: \(Self.item)\n\nevent: news\ndata: whatever\n\n"
      + "event: state\ndata: {\"change\":2,\"sequence\":7,\"state\":\"read\",\"since\":\"2027-01-15T08:00:00Z\"}\n\n"
      + "event: gap\ndata: {\"first\":9,\"highest\":12}\n\nevent: push\ndata: {\"unfin"
    let result = try await outcome(.text(Self.head + text), after: SequencePosition(sequence: 6, change: 1))
    #expect(
      result.events == [
        .push(Sample.item(7)), .state(Sample.change(2, of: 7)), .gap(SequenceBounds(first: 9, highest: 12)),
      ])
    #expect(result.error?.code == .unreachable)
    let request = try #require(result.requests.first)
    #expect(request.line == "GET /v1/events HTTP/1.1")
    #expect(request.head.lowercased().contains("last-event-id: 6-1"))
    #expect(request.head.lowercased().contains("accept: text/event-stream"))
    #expect(request.head.lowercased().contains("authorization: bearer tokentoken"))
  }

  @Test(
    "a server that says when to come back is left alone until then", arguments: [("1", 1), ("4999", 5), ("5000", 6)])
  func retry(milliseconds: String, seconds: Int) async throws {
    let result = try await outcome(.text(Self.head + ":\nretry: \(milliseconds)\n\n"))
    #expect(result.error?.code == .unreachable && result.error?.retryAfterSeconds == seconds)
  }

  @Test("asks for no place where it has none")
  func noPlace() async throws {
    let result = try await outcome(.text(Self.head))
    #expect(result.requests.first?.head.lowercased().contains("last-event-id") == false)
  }

  @Test(
    "an answer that is no stream is told apart",
    arguments: [
      (Answer.error("401 No", "invalid_token"), ServerClientError.Code.invalidToken),
      (Answer.error("422 No", "invalid_field"), .invalidInput), (Answer.error("503 Busy", "x"), .serverFault),
      (Answer.error("429 Slow", "too_many_requests"), .throttled), (Answer.json("200 OK", "{}"), .garbage),
      (Answer.noContent, .garbage), (.flood(4096), .garbage), (.close, .unreachable), (.silence, .timedOut),
      (.unfinished("HTTP/1.1 401 No\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"), .timedOut),
      (.text("HTTP/1.1 302 Found\r\nLocation: /v1/events\r\nContent-Length: 0\r\n\r\n"), .garbage),
    ])
  func refusals(reply: LoopbackServer.Reply, code: ServerClientError.Code) async throws {
    let result = try await outcome(reply)
    #expect(result.error?.code == code)
    #expect(result.events.isEmpty && result.requests.count == 1)
  }

  @Test(
    "an event that carries something else, or too much, ends the stream",
    arguments: [
      "event: push\ndata: {}\n\n", "event: push\ndata: \n\n", "event: state\ndata: [\n\n",
      "event: push\ndata: \(String(repeating: "x", count: 70 << 10))\n\n",
      String(repeating: "data: \(String(repeating: "x", count: 1000))\n", count: 70),
    ])
  func badEvents(text: String) async throws {
    #expect(try await outcome(.unfinished(Self.head + text)).error?.code == .garbage)
  }

  @Test("a stream without a byte for too long is dead, one with heartbeats is not")
  func silence() async throws {
    let result = try await outcome(.unfinished(Self.head + ":\n\n"), silence: .milliseconds(200))
    #expect(result.error?.code == .timedOut)
  }

  @Test("neither the time that a reader takes for itself is silence, nor many short waits; one long wait is")
  func slowReader() async throws {
    let clock = TickingClock()
    let watch = IdleWatchdog(clock, limit: .seconds(60))
    let looking = Task { try await watch.run() }
    await clock.arrival()
    for _ in 0..<20 { await clock.tick() }
    for _ in 0..<20 { await watch.waiting { await clock.tick() } }
    // The first look only finds the wait; the limit is over with the fourth after it.
    let result = await watch.waiting {
      for _ in 0..<4 { await clock.tick() }
      clock.wake()
      return await looking.result
    }
    #expect(throws: ServerClientError(.timedOut)) { try result.get() }
  }

  @Test("what a reader doesn't take stays with the server")
  func backPressure() async throws {
    let piece = "event: gap\ndata: {\"first\":1,\"highest\":0}" + String(repeating: " ", count: 32 << 10) + "\n\n"
    let counts = Mutex((written: 0, taken: 0, mostBetween: 0))
    let count = 1024
    let reply = LoopbackServer.Reply.stream(Self.head, piece, count) {
      counts.withLock {
        $0.written += 1
        $0.mostBetween = max($0.mostBetween, $0.written - $0.taken)
      }
    }
    let server = try await LoopbackServer { _, _ in reply }
    let origin = try server.origin()
    try await withAPI { api in
      let stream = try await api.events(after: nil, at: origin, token: SharedSecret(try secret("tokentoken")))
      await #expect(throws: ServerClientError(.unreachable)) {
        try await stream.run { (events) async throws(ServerClientError) in
          // A reader that is slower than its server.
          for _ in 0..<200 { await Task.yield() }
          counts.withLock { $0.taken += events.count }
        }
      }
    }
    try await server.stop()
    #expect(counts.withLock { $0.taken } == count)
    // What the kernel buffers on both sides is 10 MiB at most.
    #expect(counts.withLock { $0.mostBetween } * piece.utf8.count < 14 << 20)
  }

  @Test("an error of the reader ends the stream with that error")
  func readerFails() async throws {
    let server = try await LoopbackServer { _, _ in .unfinished(Self.head + "event: push\ndata: \(Self.item)\n\n") }
    let origin = try server.origin()
    try await withAPI { api in
      let stream = try await api.events(after: nil, at: origin, token: SharedSecret(try secret("tokentoken")))
      await #expect(throws: ServerClientError(.stateUnavailable)) {
        try await stream.run { (_) async throws(ServerClientError) in throw ServerClientError(.stateUnavailable) }
      }
    }
    try await server.stop()
  }
}
