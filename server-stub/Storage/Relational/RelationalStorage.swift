internal import FoundationEssentials

/// Stores everything in a database that speaks SQL. What is stored is the same in each, and so are the statements; how a database is
/// reached, how it is set up and what keeps two who write from each other is its engine's.
struct RelationalStorage<Engine: SQLEngine>: ServerStorage {
  let engine: Engine
  /// How many inboxes get a push in the transaction that stores it.
  var audienceAtOnce = Broadcast.atOnce
  /// ``Broadcast/waitingLimit``.
  var waitingLimit = Broadcast.waitingLimit
  /// How far each kind of expiry has come.
  let expiry = ExpiryPosition()

  init(_ engine: Engine) { self.engine = engine }

  var figures: StorageFigures { engine.figures }
  var feed: (any StorageFeed)? { engine.feed }
  var nodes: (any NodeStorage)? { engine.nodes }
  var endings: EndingMark? { engine.endings }

  func ping() async throws { try await engine.ping() }
  func byteCount() async throws -> Int { try await engine.byteCount() }
  func eraseTraces(upTo byteCount: Int) async throws { try await engine.eraseTraces(upTo: byteCount) }

  /// As ``SQLEngine/write(_:)``. Whoever writes locks first what it decides on (``SQLLocking``), then reads, then writes.
  func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLTransaction) throws -> Value) async throws -> Value {
    try await engine.write(body)
  }

  /// As ``SQLEngine/read(_:)``.
  func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLTransaction) throws -> Value) async throws -> Value {
    try await engine.read(body)
  }

  /// As ``SQLEngine/lookUp(_:)``.
  func lookUp<Value: Sendable>(_ body: @escaping @Sendable (any SQLTransaction) throws -> Value) async throws -> Value {
    try await engine.lookUp(body)
  }
}

/// What a query about accounts selects first, in this order. Its values are not looked up by their names: one row is read for every
/// request.
enum AccountColumn: Int, CaseIterable {
  case id, email, passwordHash, createdAt, isAdministrator

  /// All of them, as SQL.
  static let sql = allCases.map { "accounts.\($0)" }.joined(separator: ", ")
}

extension UUID {
  /// The first in the order of ids, which nothing has: a list of all begins after it.
  static let beforeAll = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
