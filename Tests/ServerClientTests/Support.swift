import CredentialStore
import FoundationEssentials
import SecretMemory
import ServerAPI
import Synchronization
import Testing

@testable import ServerClient

/// Answers of a vault server.
enum Answer {
  static let account = "{\"id\":\"3F2504E0-4F89-11D3-9A0C-0305E82C3301\",\"email\":\"ann@example.org\"}"

  static func json(_ status: String, _ body: String, _ extra: String = "") -> LoopbackServer.Reply {
    .text(
      "HTTP/1.1 \(status)\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: \(body.utf8.count)\r\n"
        + "\(extra)Connection: close\r\n\r\n\(body)")
  }

  static func session(_ token: String = "tokentokentokentokentokentokentokentokentok") -> LoopbackServer.Reply {
    json("201 Created", "{\"token\":\"\(token)\",\"expiresAt\":\"2030-01-02T03:04:05Z\",\"account\":\(account)}")
  }

  static func error(_ status: String, _ code: String, _ extra: String = "") -> LoopbackServer.Reply {
    json(status, "{\"error\":{\"code\":\"\(code)\",\"message\":\"no\"}}", extra)
  }

  static let noContent = LoopbackServer.Reply.text("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
}

extension LoopbackServer {
  func origin(_ scheme: String = "http", _ host: String = "127.0.0.1") throws -> ServerOrigin {
    try ServerOrigin("\(scheme)://\(host):\(port)")
  }
}

func secret(_ text: String) throws -> SecretBytes { try SecretBytes(Array(text.utf8)) }

/// What a server answers to its n-th request, from 1.
struct Responder: Sendable {
  let respond: @Sendable (Int, LoopbackServer.Received) -> LoopbackServer.Reply

  init(_ respond: @escaping @Sendable (Int, LoopbackServer.Received) -> LoopbackServer.Reply) { self.respond = respond }
}

/// Runs `body` with a client that is shut down afterwards.
func withAPI<Value>(
  _ trust: TLSTrust = .system, deadlines: HTTPTransport.Deadlines = .init(),
  _ body: (VaultServerAPI) async throws -> Value
) async throws -> Value {
  let api = VaultServerAPI(trust: trust, deadlines: deadlines)
  do {
    let value = try await body(api)
    try await api.shutdown()
    return value
  } catch {
    try await api.shutdown()
    throw error
  }
}

/// A store whose answers a test can spoil, and that counts how often it was written.
final class SpoilableStore: CredentialStore {
  private let inner = InMemoryCredentialStore()
  private let state = Mutex<(failure: CredentialStoreError?, writes: Int)>((nil, 0))

  var failure: CredentialStoreError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }
  var writes: Int { state.withLock { $0.writes } }

  func value(for name: CredentialName) async throws(CredentialStoreError) -> SecretBytes? {
    if let failure { throw failure }
    return try await inner.value(for: name)
  }

  func set(_ value: borrowing SecretBytes, for name: CredentialName) async throws(CredentialStoreError) {
    if let failure { throw failure }
    state.withLock { $0.writes += 1 }
    try await inner.set(value, for: name)
  }

  func remove(_ name: CredentialName) async throws(CredentialStoreError) -> Bool {
    if let failure { throw failure }
    return await inner.remove(name)
  }

  func names() async throws(CredentialStoreError) -> [CredentialName] { await inner.names() }
}

/// A clock whose sleeps end at once, and that remembers how long they would have been.
final class InstantClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let state = Mutex<(now: Duration, sleeps: [Duration])>((.zero, []))
  var sleeps: [Duration] { state.withLock { $0.sleeps } }
  var now: Instant { Instant(offset: state.withLock { $0.now }) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state.withLock {
      $0.sleeps.append(deadline.offset - $0.now)
      $0.now = deadline.offset
    }
    await Task.yield()
  }
}

/// A clock whose sleeps end when a test says so, one after the other.
final class TickingClock: Clock {
  typealias Instant = InstantClock.Instant

  private let sleepers: AsyncStream<CheckedContinuation<Void, Never>>
  private let arriving: AsyncStream<CheckedContinuation<Void, Never>>.Continuation
  private let sleeper = Mutex<CheckedContinuation<Void, Never>?>(nil)
  let now = Instant(offset: .zero)
  let minimumResolution = Swift.Duration.nanoseconds(1)

  init() { (sleepers, arriving) = AsyncStream.makeStream() }

  func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    await withCheckedContinuation { _ = arriving.yield($0) }
    try Task.checkCancellation()
  }

  /// Waits until somebody sleeps.
  func arrival() async {
    for await next in sleepers {
      sleeper.withLock { $0 = next }
      return
    }
  }

  /// Ends the sleep.
  func wake() {
    let present = sleeper.withLock { sleeper in
      defer { sleeper = nil }
      return sleeper
    }
    present?.resume()
  }

  /// Ends the sleep and waits for the next one.
  func tick() async {
    wake()
    await arrival()
  }
}
