import Foundation
import Synchronization

@testable import VaultServer

/// SQLite with a record of what transactions lock. Where a set of accounts is locked, they alone satisfy the condition from then on, as in a
/// database in which others go on writing.
struct LockRecorder: SQLEngine {
  let base: SQLiteEngine
  let record = LockRecord()

  var figures: StorageFigures { base.figures }
  func ping() async throws { try await base.ping() }
  func byteCount() async throws -> Int { try await base.byteCount() }
  func eraseTraces(upTo byteCount: Int) async throws { try await base.eraseTraces(upTo: byteCount) }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
  ) async throws -> Value {
    try await base.write { [record] transaction in
      record.begin()
      return try body(RecordedTransaction(base: transaction, record: record))
    }
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
  ) async throws -> Value { try await base.read(body) }

  func lookUp<Value: Sendable>(
    _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
  ) async throws -> Value { try await base.lookUp(body) }
}

/// What the last transaction has locked, and what was wrong with the order of any.
final class LockRecord: Sendable {
  /// In the order in which they are to be locked.
  enum Kind: Int, CaseIterable { case account, channel, push, name }

  private struct State {
    var locked: [Kind: Set<String>] = [:]
    var faults: [String] = []
    var mostAccounts = 0
    var allAccounts: Set<String> = []
  }

  private let state = Mutex(State())

  var faults: [String] { state.withLock { $0.faults } }

  /// How many accounts a transaction has locked at most, and which all have, since this was asked last.
  func takeAccounts() -> (most: Int, all: Set<String>) {
    state.withLock { state in
      defer { (state.mostAccounts, state.allAccounts) = (0, []) }
      return (state.mostAccounts, state.allAccounts)
    }
  }

  func locked(_ kind: Kind) -> Set<String> { state.withLock { $0.locked[kind] ?? [] } }

  /// A transaction begins.
  func begin() { state.withLock { $0.locked = [:] } }

  /// It locks some. Keys are ordered as what they stand for.
  func lock(_ kind: Kind, _ keys: [String]) {
    state.withLock { state in
      let present = state.locked[kind] ?? []
      let new = Set(keys).subtracting(present)
      guard let first = new.min() else { return }
      if let last = present.max(), last > first { state.faults.append("\(kind) \(first) after \(last)") }
      for later in Kind.allCases where later.rawValue > kind.rawValue && state.locked[later] != nil {
        state.faults.append("\(kind) after \(later)")
      }
      state.locked[kind] = present.union(new)
      let accounts = state.locked[.account] ?? []
      state.mostAccounts = max(state.mostAccounts, accounts.count)
      state.allAccounts.formUnion(accounts)
    }
  }
}

private struct RecordedTransaction: SQLTransaction {
  let base: any SQLTransaction
  let record: LockRecord

  var dialect: SQLDialect { base.dialect }

  func rows(_ sql: String, _ arguments: SQLArguments) throws -> [any SQLRow] { try base.rows(sql, arguments) }

  func forEachRow(_ sql: String, _ arguments: SQLArguments, _ body: (any SQLRow) throws -> Bool) throws {
    try base.forEachRow(sql, arguments, body)
  }

  func execute(_ sql: String, _ arguments: SQLArguments) throws -> Int { try base.execute(sql, arguments) }
  func recordTraces() throws { try base.recordTraces() }

  func lock(accounts: [UUID]) { record.lock(.account, accounts.map(\.uuidString)) }
  func lock(channels: [UUID]) { record.lock(.channel, channels.map(\.uuidString)) }
  func lock(pushes: [Int64]) { record.lock(.push, pushes.map { String(format: "%020ld", $0) }) }
  func lock(name: String) { record.lock(.name, [name]) }

  func lock(accountsWhere condition: SQLCondition) throws -> SQLCondition {
    let accounts = try base.ids("SELECT id FROM accounts WHERE \(condition.sql)", condition.arguments)
    lock(accounts: accounts)
    let list = accounts.map { _ in "?" }.joined(separator: ", ")
    return SQLCondition(sql: "id IN (\(list))", arguments: accounts.reduce(into: []) { $0.append($1) })
  }
}
