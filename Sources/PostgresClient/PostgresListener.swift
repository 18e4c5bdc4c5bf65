#if Postgres
internal import CLibPQ
internal import LinuxSystem

/// Hears that there is news, and tells others so (`LISTEN`, `NOTIFY`).
///
/// A poke carries nothing: whoever hears one looks for themselves. So nobody is led anywhere by who may notify, many pokes may be heard as
/// one, and one that is lost costs time alone. While the connection is away pokes are lost; the number of the connection tells.
public final class PostgresListener: Sendable {
  /// That one should look.
  public struct Poke: Equatable, Sendable {
    /// Counted from 1. Where it is another one than before, anything may have happened in between.
    public let connection: Int
  }

  /// The pokes of others, and one for each new connection, for one reader; several that nobody has taken are one.
  public let pokes: AsyncStream<Poke>
  private let shared: ListenerState

  /// Begins to listen, on a thread with a connection of its own.
  ///
  /// - Parameters:
  ///   - channel: the name that both sides know; letters, digits and underscores.
  ///   - heartbeat: how often to see whether the server is still there.
  /// - Throws: ``PostgresError/Kind/configuration`` when the system has no thread to give.
  public init(
    _ address: PostgresAddress, channel: StaticString, heartbeat: Duration = .seconds(5)
  ) throws(PostgresError) {
    let (pokes, continuation) = AsyncStream.makeStream(of: Poke.self, bufferingPolicy: .bufferingNewest(1))
    self.pokes = pokes
    shared = ListenerState(try WakePipe())
    let thread = ListenerThread(
      address: address, channel: "\(channel)", heartbeat: heartbeat / .seconds(1), shared: shared,
      continuation: continuation)
    do { try DetachedThread.start { thread.run() } } catch {
      throw PostgresError(.configuration, explanation: "the system has no more threads")
    }
  }

  deinit { close() }

  /// Tells the others that there is news; at once, or with all others that come within five milliseconds of the last time. It waits for
  /// nothing. The transaction of the news is committed before.
  public func poke() {
    let isFirst = shared.flags.change { flags in
      defer { flags.isPoking = true }
      return !flags.isPoking
    }
    // Whoever knows already need not be woken for each of thousands.
    if isFirst { shared.wake.wake() }
  }

  /// How many pokes were sent, and how often some of others were heard.
  public var counts: (sent: Int, heard: Int) { shared.counts.change { $0 } }

  /// Ends the thread and the stream.
  public func close() {
    shared.flags.change { $0.isClosed = true }
    shared.wake.wake()
  }
}

/// What the thread of a listener is told.
private final class ListenerState: Sendable {
  let flags = Guarded((isPoking: false, isClosed: false))
  let counts = Guarded((sent: 0, heard: 0))
  let wake: WakePipe

  init(_ wake: WakePipe) { self.wake = wake }

  var isClosed: Bool { flags.change { $0.isClosed } }
}

private struct ListenerThread {
  let address: PostgresAddress
  let channel: String
  let heartbeat: Double
  let shared: ListenerState
  let continuation: AsyncStream<PostgresListener.Poke>.Continuation

  private static let betweenPokes = 0.005
  private static let answerPatience = 5.0

  func run() {
    defer { continuation.finish() }
    var number = 0
    var failures = 0
    while !shared.isClosed {
      do throws(PostgresError) {
        let connection = try connect()
        number += 1
        failures = 0
        try listen(on: connection, number)
      } catch {
        failures += 1
        pause(after: failures)
      }
    }
  }

  private func connect() throws(PostgresError) -> PostgresConnection {
    let connection = try PostgresConnection.open(address, until: .after(seconds: 10))
    // A poke is a transaction; none has to be on the disk.
    try connection.execute(
      "SET synchronous_commit = off; LISTEN \"\(channel)\"", until: .after(seconds: Self.answerPatience))
    return connection
  }

  private func pause(after failures: Int) {
    let end = Deadline.after(seconds: min(2, 0.05 * Double(1 << min(failures, 6))) * Double.random(in: 0.5...1))
    while !end.hasPassed, !shared.isClosed { _ = shared.wake.wait(with: -1, until: end) }
  }

  /// Listens until the connection is lost, or the end.
  private func listen(on connection: PostgresConnection, _ number: Int) throws(PostgresError) {
    var nextPoke = Deadline.now
    var nextBeat = Deadline.after(seconds: heartbeat)
    continuation.yield(.init(connection: number))
    while !shared.isClosed {
      guard !connection.isOutdated else { throw PostgresError(.unavailable) }
      if nextPoke.hasPassed,
        shared.flags.change({ flags in
          defer { flags.isPoking = false }
          return flags.isPoking
        })
      {
        do throws(PostgresError) { try ask("NOTIFY \"\(channel)\"", connection) } catch {
          // The others hear of it over the next connection.
          shared.flags.change { $0.isPoking = true }
          throw error
        }
        shared.counts.change { $0.sent += 1 }
        nextPoke = .after(seconds: Self.betweenPokes)
        nextBeat = .after(seconds: heartbeat)
      }
      if nextBeat.hasPassed {
        try ask("", connection)
        nextBeat = .after(seconds: heartbeat)
      }
      if connection.takePokes() {
        shared.counts.change { $0.heard += 1 }
        continuation.yield(.init(connection: number))
      }
      let wake = shared.flags.change { $0.isPoking } ? min(nextPoke, nextBeat) : nextBeat
      guard shared.wake.wait(with: connection.descriptor, until: wake) else { continue }
      try connection.read()
    }
  }

  private func ask(_ sql: String, _ connection: PostgresConnection) throws(PostgresError) {
    try connection.execute(sql, until: .after(seconds: Self.answerPatience))
  }
}

extension PostgresConnection {
  /// What becomes readable when the server says something.
  fileprivate var descriptor: Int32 { PQsocket(handle) }

  /// Reads what the server has said.
  fileprivate func read() throws(PostgresError) {
    guard PQconsumeInput(handle) == 1 else { throw lost() }
  }

  /// Takes the pokes that have come.
  ///
  /// - Returns: whether one of them was another session's.
  fileprivate func takePokes() -> Bool {
    var hasCome = false
    while let notification = PQnotifies(handle) {
      if notification.pointee.be_pid != serverProcess { hasCome = true }
      PQfreemem(notification)
    }
    return hasCome
  }
}
#endif
