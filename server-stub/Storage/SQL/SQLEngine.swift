internal import FoundationEssentials

/// A database that ``RelationalStorage`` keeps everything in. What goes wrong for a time only is a ``StorageProblem``, and a row that there is
/// already a ``UniqueRowError``.
protocol SQLEngine: Sendable {
  /// Writes in one transaction, which is durable when this returns.
  ///
  /// - Parameter body: may run more than once where another transaction was in its way; it changes nothing but the database.
  func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLTransaction) throws -> Value) async throws -> Value

  /// Reads as everything is at one moment.
  func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLTransaction) throws -> Value) async throws -> Value

  /// Reads with one short statement, the way that takes least time.
  func lookUp<Value: Sendable>(_ body: @escaping @Sendable (any SQLTransaction) throws -> Value) async throws -> Value

  /// Stores a push about which nothing has to be decided, in a way of its own that takes less time than a transaction.
  ///
  /// - Returns: nil where it has none for this push, and nothing was done.
  func appendAtOnce(_ push: StoredPush) async throws -> PushOutcome?

  /// What other processes did in it that have it, too; nil where that is only told, by ``ExternalChangeSignal``.
  var feed: (any StorageFeed)? { get }
  /// What it shares with the processes of ``feed``; nil where there are none.
  var nodes: (any NodeStorage)? { get }
  /// As ``ServerStorage/endings``.
  var endings: EndingMark? { get }
  /// How often it had a problem, and whether it has one.
  var figures: StorageFigures { get }
  /// Returns when it can be read, and can be written again where it could not be.
  func ping() async throws
  /// What it takes on the disk, in bytes.
  func byteCount() async throws -> Int
  /// As ``RedactionStorage/eraseTraces(upTo:)``.
  func eraseTraces(upTo byteCount: Int) async throws
}

extension SQLEngine {
  func appendAtOnce(_ push: StoredPush) async throws -> PushOutcome? { nil }
  var feed: (any StorageFeed)? { nil }
  var nodes: (any NodeStorage)? { nil }
  var endings: EndingMark? { nil }
}

/// A unique column, or several together, has the values already.
struct UniqueRowError: Error {}
