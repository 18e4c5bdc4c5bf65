internal import DurableFiles
internal import GRDB
internal import Sealing
internal import SecretMemory

@testable internal import CredentialStore

/// The encrypted file of credentials and the mark beside it, behind checksums and codes.
extension FuzzTarget {
  static let credentials = [
    FuzzTarget("credential-file", atMost: 2048) { input in
      do { try credentialFile(input) } catch { preconditionFailure("a file is not only suspicious: \(error)") }
    },
    FuzzTarget("generation-mark", atMost: 512, generationMark),
  ]

  private static let database: DatabaseQueue = {
    do {
      let queue = try DatabaseQueue()
      try queue.inDatabase { try Schema.migrate($0, from: 0) }
      return queue
    } catch { fatalError("\(error)") }
  }()

  /// Rows as they are after the file is opened: first those that whoever has the key may have written, then with other values in some
  /// columns, as whoever has the file alone may put there.
  private static func credentialFile(_ input: [UInt8]) throws {
    var reader = InputReader(input)
    let store = try SampleStore(&reader)
    try database.inTransaction { db in
      try store.write(to: db)
      require(try db.storeHeader() == store.header, "the header is another one when it is read")
      require(try store.state(in: db) == store.state, "the state is another one when it is read")
      try store.checkRecords(in: db)
      try store.checkNextState(in: db)
      require(try store.inspection(of: db).isComplete == store.isHonest, "a whole file is not whole")
      while !reader.isAtEnd { try SampleStore.damage(db, &reader) }
      let header = try suspecting { try db.storeHeader() }
      precondition(header == nil || header == store.header, "a changed header is believed")
      let state = try suspecting { try store.state(in: db) }
      precondition(state == nil || state == store.state, "a changed state is believed")
      try store.checkGenuine(in: db)
      let inspection = try suspecting { try store.inspection(of: db) }
      precondition(inspection?.isComplete != true || store.isHonest, "a file is whole that never was")
      return .rollback
    }
  }

  /// What `body` gives; nil where it suspects damage.
  static func suspecting<Result>(_ body: () throws -> Result) throws -> Result? {
    do { return try body() } catch let error as CredentialStoreError where error.isSuspicion {
      return nil
    }
  }

  /// Both copies of the mark, each missing, as it is in the input, or as the product writes it.
  private static func generationMark(_ input: [UInt8]) {
    var reader = InputReader(input)
    ScratchDirectory.with { directory in
      let file = CheckedFile(path: directory + "/mark", kind: "vcs-mark")
      var payloads: [[UInt8]] = []
      var generations: [UInt64] = []
      for path in file.copies.map(\.path) {
        let (kind, bytes) = (reader.byte() % 8, reader.measuredRun())
        guard kind > 0 else { continue }
        let whole = kind == 1 ? bytes + SHA256.digest(of: bytes) : file.format.encode(.init(payload: bytes))
        ScratchDirectory.write(whole, to: path)
        payloads.append(kind == 1 ? Array(bytes.dropFirst(12)) : bytes)
        if kind > 1, bytes.count == 24 { generations.append(bytes.bigEndian(at: 16, as: UInt64.self)) }
      }
      let mark = GenerationMark(path: file.path)
      guard let value = try? mark.read() else {
        return precondition(generations.isEmpty, "a whole mark is not read")
      }
      precondition(generations.allSatisfy { $0 <= value.generation }, "a higher mark does not count")
      var payload = value.storeID
      payload.append(bigEndian: value.generation)
      precondition(payloads.contains(payload), "a mark stands in no copy")
      _ = try? mark.repair()
      precondition(
        (try? mark.read()) == value && (try? mark.repair()) == false, "a mark is another one when it is mended")
      checkRaising(mark, value)
      checkRemoval(of: mark)
    }
  }

  private static func checkRaising(_ mark: GenerationMark, _ value: GenerationMark.Value) {
    guard value.generation < .max else { return }
    let higher = GenerationMark.Value(storeID: value.storeID, generation: value.generation + 1)
    for raised in [higher, value] {
      let outcome: ()? = try? mark.raise(to: raised)
      precondition(outcome != nil && (try? mark.read()) == higher, "a mark is not raised, or goes back")
    }
  }

  private static func checkRemoval(of mark: GenerationMark) {
    let storeID = [UInt8](repeating: 1, count: 16)
    do {
      try mark.remove()
      require(try mark.read() == nil, "a mark is not forgotten")
      try mark.prepare(storeID: storeID)
      require(
        try mark.read() == GenerationMark.Value(storeID: storeID, generation: 0), "a mark that was made is another one")
    } catch { preconditionFailure("a mark can't be removed and made: \(error)") }
  }
}
