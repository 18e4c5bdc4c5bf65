internal import ServerAPI
internal import ServiceLifecycle
internal import Synchronization

/// Whether the server is about to end: it says that it is not ready, does all as before for a time, and then accepts no new streams.
final class ServerDrain: Sendable {
  private let announced = Atomic(false)
  private let begun = Atomic(false)

  /// Whether it says that it is not ready.
  var isAnnounced: Bool { announced.load(ordering: .relaxed) || hasBegun }

  /// Whether it is about to end.
  var hasBegun: Bool { begun.load(ordering: .relaxed) }

  /// The server will end, and others are to get its work.
  func announce() { announced.store(true, ordering: .relaxed) }

  /// The server is about to end.
  func begin() { begun.store(true, ordering: .relaxed) }

  /// - Throws: ``APIFailure`` with 503 once the server is about to end.
  func admitStream() throws(APIFailure) {
    guard hasBegun else { return }
    throw APIFailure(.unavailable, "the server is shutting down").retrying(after: .seconds(5))
  }
}

/// Ends event streams when the server shuts down, before anything else does, a few at a time: their clients come back later, and
/// not all at once.
struct StreamDrain: Service {
  let drain: ServerDrain
  let hubs: [any StreamLifecycle]

  /// The longest that it may take.
  static let longest = Duration.seconds(5)

  func run() async throws {
    try? await gracefulShutdown()
    drain.begin()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for hub in hubs { group.addTask { try await hub.drain(within: Self.time(for: hub.figures.open.current)) } }
      try await group.waitForAll()
    }
  }

  /// How long so many streams are ended over: one a millisecond.
  static func time(for count: Int) -> Duration { min(longest, .milliseconds(count)) }
}
