internal import DurableFiles
internal import FoundationEssentials
internal import GRDB
internal import Sealing
internal import SecretMemory

@testable internal import CredentialStore

/// The rows of an encrypted file as whoever has its key may write them: checksums and codes are right, what is behind them the
/// input says.
struct SampleStore {
  private static let storeID = [UInt8](repeating: 1, count: 16)
  private static let keys: StoreKeys = {
    do { return try StoreKeys(deviceKey: FuzzTarget.key, storeID: storeID) } catch { fatalError("\(error)") }
  }()

  let header: StoreHeader
  let state: StoreState
  private let records: [RecordRow]
  /// The records' names where these are sealed.
  private var names: [[UInt8]?] = []

  /// Whether the state tells of exactly these records.
  var isHonest: Bool { state.recordCount == UInt64(records.count) && state.digest == Self.digest(of: records) }

  init(_ reader: inout InputReader) throws {
    let flags = reader.byte()
    var source = StoreHeader.Source.keyFile
    if flags & 1 != 0 {
      let numbers = (0..<3).map { _ in UInt32(truncatingIfNeeded: reader.number()) }
      source = .passphrase(
        salt: reader.measuredRun(), memoryKiB: numbers[0], iterations: numbers[1], parallelism: numbers[2])
    }
    header = StoreHeader(storeID: Self.storeID, source: source, keyCheck: Self.keys.check)
    var records: [RecordRow] = []
    for index in 0..<reader.byte() % 4 {
      let (record, name) = try Self.record(index, &reader)
      records.append(record)
      names.append(name)
    }
    self.records = records
    var state = StoreState(generation: reader.number() >> 1, changed: reader.run(Int(reader.byte() % 64)))
    state.recordCount = flags & 2 == 0 ? UInt64(records.count) : reader.number() >> 1
    state.digest = flags & 4 == 0 ? Self.digest(of: records) : MultisetDigest(bytes: Self.filled(reader.run(32), 32))
    self.state = state
  }

  private static func digest(of records: [RecordRow]) -> MultisetDigest {
    var digest = MultisetDigest()
    for record in records { digest.add(record.code) }
    return digest
  }

  private static func filled(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: count - bytes.count)
  }

  /// A record whose hash and code are right, with its name where that is sealed.
  private static func record(_ index: UInt8, _ reader: inout InputReader) throws -> (RecordRow, name: [UInt8]?) {
    let isSealed = reader.byte() & 1 == 0
    let version = reader.number() >> 1
    let (name, value) = (reader.measuredRun(), reader.measuredRun())
    let (id, salt) = ([UInt8](repeating: index, count: 16), [UInt8](repeating: index, count: 32))
    let lookup = SHA256.digest(of: [index] + name)
    var identity = storeID + id
    identity.append(bigEndian: version)
    identity += lookup
    let key = try HKDFSHA256.derive(
      from: keys.records, salt: salt, info: Array("credential-file/1 record".utf8), count: 32)
    let parts = try [name, value].enumerated().map { part, text in
      guard isSealed else { return text }
      let nonce = [UInt8](repeating: 0, count: 11) + [UInt8(part) + 1]
      return try AES256GCM.seal(SecretBytes(text), key: key, nonce: nonce, authenticating: identity)
    }
    var content = salt
    content.append(bigEndian: UInt32(parts[0].count))
    let hash = SHA256.digest(of: content + parts[0] + parts[1])
    let row = RecordRow(
      id: id, version: version, lookup: lookup, salt: salt, sealedName: parts[0], sealedValue: parts[1], hash: hash,
      code: try HMACSHA256.code(for: identity + hash, key: keys.digest))
    return (row, isSealed ? name : nil)
  }

  // MARK: In a database

  func write(to db: Database) throws {
    try db.insert(header)
    for record in records { try db.put(record) }
    try db.put(state, storeID: Self.storeID, keys: Self.keys)
  }

  func state(in db: Database) throws -> StoreState { try db.storeState(storeID: Self.storeID, keys: Self.keys) }

  func inspection(of db: Database) throws -> CopyInspection {
    var inspection = CopyInspection(path: "")
    try inspection.inspect(db, header, Self.keys)
    return inspection
  }

  /// Every record is found, and opens if it is sealed.
  func checkRecords(in db: Database) throws {
    for (record, name) in zip(records, names) {
      guard let row = try db.record(lookup: record.lookup, withValue: true) else {
        preconditionFailure("a record is not found")
      }
      precondition(Self.columns(row) == Self.columns(record), "a record is another one when it is read")
      FuzzTarget.require(
        try row.isWhole && row.isGenuine(storeID: Self.storeID, keys: Self.keys), "a record is not genuine")
      guard let name else { continue }
      let opened = try row.openName(storeID: Self.storeID, keys: Self.keys)
      precondition(opened == CredentialName(String(decoding: name, as: UTF8.self)), "a name is another one")
      _ = try row.openValue(storeID: Self.storeID, keys: Self.keys)
    }
  }

  /// A state after others is read as it was written, and an honest one tells of what is left.
  func checkNextState(in db: Database) throws {
    let next = state.advanced(from: records.first?.code, to: nil, changed: records.first?.lookup ?? [])
      .advanced(from: nil, to: records.first?.code, changed: records.first?.lookup ?? [])
    try db.put(next, storeID: Self.storeID, keys: Self.keys)
    FuzzTarget.require(try state(in: db) == next, "a state is another one when it is read")
    precondition(!isHonest || next.digest == state.digest, "a record that comes back changes the digest")
    try db.put(state, storeID: Self.storeID, keys: Self.keys)
  }

  /// What passes for genuine was written.
  func checkGenuine(in db: Database) throws {
    try db.forEachRecord(withValue: true) { row in
      guard let row, try row.isWhole && row.isGenuine(storeID: Self.storeID, keys: Self.keys) else { return }
      let columns = Self.columns(row)
      precondition(records.contains { Self.columns($0) == columns }, "a changed record is believed")
      _ = try FuzzTarget.suspecting { try row.openName(storeID: Self.storeID, keys: Self.keys) }
    }
  }

  private static func columns(_ row: RecordRow) -> [[UInt8]] {
    var version: [UInt8] = []
    version.append(bigEndian: row.version)
    return [row.id, version, row.lookup, row.salt, row.sealedName, row.sealedValue, row.hash, row.code]
  }

  // MARK: Damage

  private static let columns = [
    ("store", "id"), ("store", "key_source"), ("store", "argon2_salt"), ("store", "argon2_memory_kib"),
    ("store", "argon2_iterations"), ("store", "argon2_parallelism"), ("store", "key_check"), ("store", "checksum"),
    ("state", "generation"), ("state", "record_count"), ("state", "digest"), ("state", "changed"), ("state", "code"),
    ("record", "lookup"), ("record", "id"), ("record", "version"), ("record", "salt"), ("record", "hash"),
    ("record", "code"), ("record", "name"), ("record", "value"),
  ]

  /// Puts another value into a column, or removes a row.
  static func damage(_ db: Database, _ reader: inout InputReader) throws {
    let (table, column) = columns[Int(reader.byte()) % columns.count]
    let kind = reader.byte() % 8
    guard kind > 0 else { return try db.execute(sql: "DELETE FROM \(table)") }
    let value = reader.databaseValue(of: kind)
    try db.execute(sql: "UPDATE OR IGNORE \(table) SET \(column) = ?", arguments: [value])
  }
}
