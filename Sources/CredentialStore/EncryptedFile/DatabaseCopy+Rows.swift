internal import Foundation
internal import GRDB

/// Reading and writing the rows. Every column is checked for its type and length first: a damaged file may hold anything.
extension Database {
  private static let recordColumns = "id, version, lookup, salt, hash, code, name"

  func storeHeader() throws -> StoreHeader {
    guard let row = try Row.fetchOne(cachedStatement(sql: "SELECT * FROM store WHERE one = 1")), row.count == 9 else {
      throw CredentialStoreError.suspicion("the header row is missing")
    }
    let source: StoreHeader.Source
    switch try row.text(2) {
    case "key-file": source = .keyFile
    case "passphrase":
      source = .passphrase(
        salt: try row.blob(3), memoryKiB: try row.number(4), iterations: try row.number(5),
        parallelism: try row.number(6))
    default: throw CredentialStoreError.suspicion("the header names an unknown key source")
    }
    let header = StoreHeader(storeID: try row.blob(1, count: 16), source: source, keyCheck: try row.blob(7, count: 32))
    guard try row.blob(8) == header.checksum else {
      throw CredentialStoreError.suspicion("the header fails its checksum")
    }
    return header
  }

  func insert(_ header: StoreHeader) throws {
    var arguments: [(any DatabaseValueConvertible)?] = [Data(header.storeID), header.source.name, nil, nil, nil, nil]
    if case .passphrase(let salt, let memory, let iterations, let parallelism) = header.source {
      arguments[2] = Data(salt)
      for (index, number) in [memory, iterations, parallelism].enumerated() { arguments[3 + index] = Int64(number) }
    }
    arguments.append(Data(header.keyCheck))
    arguments.append(Data(header.checksum))
    try execute(
      sql: "INSERT INTO store VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)", arguments: StatementArguments(arguments))
  }

  func storeState(storeID: [UInt8], keys: StoreKeys) throws -> StoreState {
    guard let row = try Row.fetchOne(cachedStatement(sql: "SELECT * FROM state WHERE one = 1")), row.count == 6 else {
      throw CredentialStoreError.suspicion("the state row is missing")
    }
    let state = StoreState(
      generation: try row.number(1), recordCount: try row.number(2),
      digest: MultisetDigest(bytes: try row.blob(3, count: 32)), changed: try row.blob(4))
    guard try row.blob(5) == state.code(storeID: storeID, keys: keys) else {
      throw CredentialStoreError.suspicion("the state row fails its check")
    }
    return state
  }

  func put(_ state: StoreState, storeID: [UInt8], keys: StoreKeys) throws {
    let code = try state.code(storeID: storeID, keys: keys)
    try cachedStatement(sql: "INSERT OR REPLACE INTO state VALUES (1, ?, ?, ?, ?, ?)").execute(arguments: [
      Int64(state.generation), Int64(state.recordCount), Data(state.digest.bytes), Data(state.changed), Data(code),
    ])
  }

  /// The record found under `lookup`; without its value unless asked.
  func record(lookup: [UInt8], withValue: Bool) throws -> RecordRow? {
    let value = withValue ? ", value" : ""
    let statement = try cachedStatement(sql: "SELECT \(Self.recordColumns)\(value) FROM record WHERE lookup = ?")
    return try Row.fetchOne(statement, arguments: [Data(lookup)]).map { try $0.record(withValue: withValue) }
  }

  /// Every record in turn, found through the table alone. A row of the wrong shape is given as nil.
  func forEachRecord(withValue: Bool, _ body: (RecordRow?) throws -> Void) throws {
    let value = withValue ? ", value" : ""
    let rows = try Row.fetchCursor(self, sql: "SELECT \(Self.recordColumns)\(value) FROM record NOT INDEXED")
    while let row = try rows.next() {
      let record: RecordRow?
      do { record = try row.record(withValue: withValue) } catch let error as CredentialStoreError
        where error.isSuspicion
      {
        record = nil
      }
      try body(record)
    }
  }

  func put(_ record: RecordRow) throws {
    let statement = try cachedStatement(
      sql: """
        INSERT INTO record (id, version, lookup, salt, hash, code, name, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (lookup) DO UPDATE SET id = excluded.id, version = excluded.version, salt = excluded.salt,
        hash = excluded.hash, code = excluded.code, name = excluded.name, value = excluded.value
        """)
    try statement.execute(arguments: [
      Data(record.id), Int64(record.version), Data(record.lookup), Data(record.salt), Data(record.hash),
      Data(record.code), Data(record.sealedName), Data(record.sealedValue),
    ])
  }

  func deleteRecord(lookup: [UInt8]) throws {
    try cachedStatement(sql: "DELETE FROM record WHERE lookup = ?").execute(arguments: [Data(lookup)])
  }
}

extension Row {
  fileprivate func blob(_ index: Int, count: Int? = nil) throws -> [UInt8] {
    guard case .blob(let data) = (self[index] as DatabaseValue).storage, count == nil || data.count == count else {
      throw CredentialStoreError.suspicion("a column is not what was written")
    }
    return Array(data)
  }

  fileprivate func text(_ index: Int) throws -> String {
    guard case .string(let text) = (self[index] as DatabaseValue).storage else {
      throw CredentialStoreError.suspicion("a column is not what was written")
    }
    return text
  }

  fileprivate func number<Number: FixedWidthInteger>(_ index: Int) throws -> Number {
    guard case .int64(let stored) = (self[index] as DatabaseValue).storage, let number = Number(exactly: stored) else {
      throw CredentialStoreError.suspicion("a column is not what was written")
    }
    return number
  }

  fileprivate func record(withValue: Bool) throws -> RecordRow {
    RecordRow(
      id: try blob(0, count: 16), version: try number(1), lookup: try blob(2, count: 32), salt: try blob(3, count: 32),
      sealedName: try blob(6), sealedValue: withValue ? try blob(7) : [], hash: try blob(4, count: 32),
      code: try blob(5, count: 32))
  }
}
