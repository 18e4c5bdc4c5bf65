internal import FoundationEssentials
internal import GRDB
internal import Synchronization

/// Connections for reads of one short statement on the calling thread: one for each core, since a thread that waits for another's
/// costs more than the statement.
///
/// They are nobody else's: whoever waits for one keeps a thread, and must not wait for a reader that a suspended task holds.
final class ReadConnectionPool: Sendable {
  private let connections: [any DatabaseReader]
  private let turn = Atomic(0)

  /// Reads from connections that others use, too.
  init(_ connections: [any DatabaseReader]) { self.connections = connections }

  /// Opens connections to the database at `path`, which exists.
  ///
  /// - Throws: `DatabaseError`.
  convenience init(path: String, configuration: Configuration) throws {
    var configuration = configuration
    configuration.readonly = true
    let count = ProcessInfo.processInfo.activeProcessorCount
    self.init(try (0..<count).map { _ in try DatabaseQueue(path: path, configuration: configuration) })
  }

  /// Reads from the connection whose turn it is.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    let number = turn.wrappingAdd(1, ordering: .relaxed).oldValue
    return try connections[Int(UInt(bitPattern: number) % UInt(connections.count))].unsafeRead(body)
  }
}
