internal import DBus
public import LinuxSystem

/// Answers GNOME's search over D-Bus (`org.gnome.Shell.SearchProvider2`), for as long as it runs.
///
/// Whoever is on the session bus may ask. What is asked is kept nowhere; a question of more than ``maximumWordCount`` words or of longer ones
/// than ``maximumWordByteCount`` finds nothing, and so does one that comes while ``maximumPendingCount`` are not answered yet.
public actor SearchProvider {
  /// What stands behind a window's name for the search of its vault.
  public static let suffix = ".SearchProvider"
  static let (maximumWordCount, maximumWordByteCount, maximumPendingCount, maximumIDCount) = (16, 256, 16, 64)

  private nonisolated let loop = MainLoop()
  private let name: String
  private let answering: any SearchAnswering
  private let busAddress: @Sendable () -> String?
  private let reconnectInterval: Duration
  private var connection: BusConnection?
  private var pendingCount = 0

  /// - Parameters:
  ///   - window: the window's name; ``suffix`` behind it is the name on the bus, from which the object's path is made.
  ///   - busAddress: the D-Bus server address of the session bus; nil while there is none.
  ///   - reconnectInterval: how long after a bus was missing or lost it is looked for again.
  public init(
    beside window: String, _ answering: any SearchAnswering,
    busAddress: @escaping @Sendable () -> String? = { SessionBusAddress.ofThisProcess() },
    reconnectInterval: Duration = .seconds(30)
  ) {
    name = window + Self.suffix
    (self.answering, self.busAddress, self.reconnectInterval) = (answering, busAddress, reconnectInterval)
  }

  /// The thread that the bus calls back on.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Answers until the task is cancelled.
  public func run() async {
    while !Task.isCancelled {
      let ended = await connect()
      if let ended { for await _ in ended {} }
      connection = nil
      do { try await Task.sleep(for: reconnectInterval) } catch { break }
    }
    connection?.close()
    connection = nil
  }

  /// - Returns: what ends when the bus hangs up; nil where there is none.
  private func connect() async -> AsyncStream<Void>? {
    guard let address = busAddress() else { return nil }
    return await withCheckedContinuation { continuation in
      BusConnection.connect(to: address, on: loop, timeout: .seconds(2)) { connection in
        continuation.resume(returning: self.adopt(connection))
      }
    }
  }

  private func adopt(_ connection: BusConnection?) -> AsyncStream<Void>? {
    guard let connection else { return nil }
    // It holds this as long as the connection is kept, which is until the bus hangs up or this ends.
    let isOffered = connection.offer(WindowCall.path(of: name), SearchInterface.description) { self.handle($0) }
    guard isOffered else { return nil }
    let (ended, end) = AsyncStream<Void>.makeStream()
    connection.onClosed { end.finish() }
    connection.call(SearchInterface.requestName(name), timeout: .seconds(2)) { _ in }
    self.connection = connection
    return ended
  }

  private func handle(_ call: IncomingCall) {
    guard let question = SearchInterface.Question(call.method, call.arguments) else { return call.refuse() }
    guard pendingCount < Self.maximumPendingCount else { return call.answer(question.emptyAnswer) }
    pendingCount += 1
    let pending = PendingCall(call)
    Task {
      let values = await self.answer(question)
      pending.take()?.answer(values)
      self.pendingCount -= 1
    }
  }

  private func answer(_ question: SearchInterface.Question) async -> [BusArgument] {
    switch question {
    case .results(let words): return [.texts(await answering.results(of: words))]
    case .metas(let ids):
      let found = await answering.names(of: ids)
      return [
        .variantsList(
          found.map {
            ["id": .text($0.id), "name": .text(NotificationText.line($0.name, limit: NotificationText.summaryLimit))]
          })
      ]
    case .open(let id):
      await answering.open(id)
      return []
    }
  }
}

/// A call on its way through a task of the loop's actor.
private final class PendingCall: @unchecked Sendable {
  // Proof for @unchecked: it is made and taken on the loop's thread alone.
  private var call: IncomingCall?

  init(_ call: IncomingCall) { self.call = call }

  func take() -> IncomingCall? {
    defer { call = nil }
    return call
  }
}
