internal import FoundationEssentials

/// Stores everything in one SQLite database.
typealias SQLiteStorage = RelationalStorage<SQLiteEngine>

extension RelationalStorage where Engine == SQLiteEngine {
  typealias OpenError = SQLiteEngine.OpenError

  /// As ``SQLiteEngine/init(path:patience:)``.
  init(path: String, patience: Double = SQLiteEngine.patience) throws {
    self.init(try SQLiteEngine(path: path, patience: patience))
  }

  /// As ``SQLiteEngine/inMemory()``.
  static func inMemory() throws -> SQLiteStorage { SQLiteStorage(try SQLiteEngine.inMemory()) }

  /// As ``SQLiteEngine/backUp(to:at:)``.
  func backUp(to path: String, at date: Date = Date()) async throws { try await engine.backUp(to: path, at: date) }
}
