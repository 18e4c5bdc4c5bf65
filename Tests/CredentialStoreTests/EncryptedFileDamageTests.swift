import CredentialStore
import Foundation
import Testing

@Suite("Damage to the encrypted file")
struct EncryptedFileDamageTests {
  /// Some records whose values fit a page and one that does not, some replaced, some removed.
  private func filled(_ place: Place) async throws -> [CredentialName: [UInt8]] {
    let store = place.store()
    var expected: [CredentialName: [UInt8]] = [:]
    for index in 0..<12 {
      let name = try credentialName("name \(index)")
      for round in 0...index % 3 { expected[name] = pattern(count: index == 5 ? 9000 : 40 * index + round) }
      for round in 0...index % 3 {
        try await store.set(bytes: pattern(count: index == 5 ? 9000 : 40 * index + round), for: name)
      }
    }
    for index in [3, 7] {
      try await store.remove(credentialName("name \(index)"))
      expected[try credentialName("name \(index)")] = nil
    }
    return expected
  }

  private func expectEverything(_ place: Place, _ expected: [CredentialName: [UInt8]], _ flip: String) async throws {
    // A fresh store each time for values first, then for names: each alone must see through the damage.
    let store = place.store()
    for (name, value) in expected {
      do {
        let kept = try await store.bytes(for: name)
        #expect(kept == value, "\(flip): \(name)")
      } catch { Issue.record("\(flip): \(name): \(error)") }
    }
    do {
      #expect(try await store.bytes(for: credentialName("name 3")) == nil, "\(flip)")
      #expect(try await place.store().names() == expected.keys.sorted(), "\(flip)")
    } catch { Issue.record("\(flip): \(error)") }
  }

  private func expectWritable(_ place: Place, _ flip: String) async throws {
    let store = place.store()
    do {
      try await store.set(bytes: [9], for: credentialName("extra"))
      #expect(try await store.bytes(for: credentialName("extra")) == [9], "\(flip)")
      #expect(try await store.remove(credentialName("extra")), "\(flip)")
    } catch { Issue.record("\(flip): writing: \(error)") }
  }

  /// Flips bytes of every file of `source` in a copy and expects everything to be there still.
  private func flip(_ source: Place, _ expected: [CredentialName: [UInt8]], every step: Int, headers: Int) async throws
  {
    var generator = SplitMix(seed: 42)
    for file in try source.files() where !file.hasSuffix(".lock") && !file.hasSuffix(".use") && !file.hasSuffix("-shm")
    {
      let bytes = try source.bytes(file)
      let isSmall = bytes.count < 300
      let offsets = (0..<bytes.count).filter { isSmall || $0 < 100 || $0 % 4096 < headers || $0 % step == 0 }
      let copy = try source.duplicate()
      let pristine = try Dictionary(uniqueKeysWithValues: copy.files().map { ($0, try copy.bytes($0)) })
      for offset in offsets {
        try reset(copy, pristine)
        var damaged = bytes
        damaged[offset] ^= UInt8(1 + generator.next() % 255)
        try copy.write(damaged, to: file)
        // A write may be the first to meet the damage, and must not make it worse.
        if generator.next() % 3 == 0 {
          try await expectWritable(copy, "\(file) at \(offset)")
        }
        try await expectEverything(copy, expected, "\(file) at \(offset)")
      }
    }
  }

  private func reset(_ place: Place, _ pristine: [String: [UInt8]]) throws {
    for file in try place.files() where pristine[file] == nil {
      try FileManager.default.removeItem(atPath: "\(place.root)/\(file)")
    }
    for (file, bytes) in pristine {
      let path = "\(place.root)/\(file)"
      if !FileManager.default.fileExists(atPath: path) {
        _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
      }
      try place.write(bytes, to: file)
    }
  }

  @Test("one flipped byte anywhere in a closed store is mended from the copy")
  func closed() async throws {
    let place = try Place()
    let expected = try await filled(place)
    let copy = try place.duplicate()
    // Opening and closing the copy folds the write-ahead log into the database.
    for path in [copy.path, copy.mirror] {
      try run(
        "/usr/bin/python3", "-c",
        "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('select 1 from state').fetchall()", path)
    }
    #expect(try copy.files().allSatisfy { !$0.hasSuffix("-wal") })
    try await flip(copy, expected, every: 257, headers: 12)
  }

  @Test("one flipped byte anywhere in a store that was killed is mended from the copy")
  func open() async throws {
    let place = try Place()
    let store = place.store()
    let expected = try await filled(place)
    try await store.set(bytes: [1], for: credentialName("last"))
    try await store.remove(credentialName("last"))
    let killed = try place.duplicate()
    #expect(try killed.files().contains { $0.hasSuffix("-wal") })
    try await flip(killed, expected, every: 1499, headers: 2)
  }

  @Test(
    "a constraint, a trigger or a view that somebody adds is never run, whether the store is open or not",
    arguments: ["", ".mirror"],
    [
      "UPDATE sqlite_master SET sql = replace(sql, 'name BLOB NOT NULL', 'name BLOB NOT NULL CHECK (length(name) < 3)')",
      "CREATE TRIGGER bent AFTER INSERT ON record BEGIN DELETE FROM record; END",
      "ALTER TABLE state RENAME TO other; CREATE VIEW state AS SELECT * FROM other",
    ])
  func bent(file: String, sql: String) async throws {
    let place = try Place()
    let store = place.store()
    let expected = try await filled(place)
    try await store.set(bytes: [1], for: credentialName("last"))
    try run(
      "/usr/bin/python3", "-c",
      """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.executescript('PRAGMA writable_schema = ON;' + sys.argv[2])
      c.execute('PRAGMA schema_version = %d' % (c.execute('PRAGMA schema_version').fetchone()[0] + 1))
      """, place.path + file, sql)
    #expect(try await store.bytes(for: credentialName("last")) == [1])
    #expect(try await store.remove(credentialName("last")))
    try await expectEverything(place, expected, sql)
    try await expectWritable(place, sql)
  }

  @Test("a lost file is made again from its copy", arguments: ["data/credentials.db", "data/credentials.db.mirror"])
  func lost(file: String) async throws {
    let place = try Place()
    let expected = try await filled(place)
    try FileManager.default.removeItem(atPath: "\(place.root)/\(file)")
    try await expectEverything(place, expected, file)
    #expect(FileManager.default.fileExists(atPath: "\(place.root)/\(file)"))
    #expect(try await place.store().check().isClean)
  }

  @Test("a database cut short or filled with garbage is made again", arguments: [0, 1, 100, 4096, 10_000])
  func truncated(length: Int) async throws {
    let place = try Place()
    let expected = try await filled(place)
    let copy = try place.duplicate()
    try copy.write(Array(pattern(count: length)), to: copy.path)
    try await expectEverything(copy, expected, "\(length) bytes of garbage")
  }

  @Test("a record damaged in both copies is named and the rest stays readable")
  func bothCopies() async throws {
    let place = try Place()
    let expected = try await filled(place)
    let victim = try credentialName("name 11")
    let copy = try place.duplicate()
    for path in [copy.path, copy.mirror] {
      try run(
        "/usr/bin/python3", "-c",
        """
        import sqlite3, sys
        db = sqlite3.connect(sys.argv[1])
        row = db.execute("SELECT number, value FROM record ORDER BY length(value) DESC LIMIT 1 OFFSET 1").fetchone()
        db.execute("UPDATE record SET value = ? WHERE number = ?", (bytes([row[1][0] ^ 1]) + row[1][1:], row[0]))
        db.commit(); db.close()
        """, path)
    }
    let store = copy.store()
    await #expect(throws: CredentialStoreError(.damaged)) { try await store.bytes(for: victim) }
    for (name, value) in expected where name != victim {
      #expect(try await store.bytes(for: name) == value)
    }
    let report = try await store.check()
    #expect(!report.isClean)
    #expect(report.damaged.map(\.name) == [victim])
    #expect(report.damaged.allSatisfy { $0.id.count == 32 })
    #expect(report.readable == expected.keys.filter { $0 != victim }.sorted())
    try await store.set(bytes: [1, 2], for: victim)
    #expect(try await store.bytes(for: victim) == [1, 2])
    #expect(try await store.check().isClean)
  }

  @Test("a deleted, an old and a doubled record are found", arguments: ["delete", "old", "swap"])
  func tampered(how: String) async throws {
    let place = try Place()
    let store = place.store()
    for index in 0..<6 { try await store.set(bytes: [UInt8(index)], for: credentialName("n\(index)")) }
    let before = try place.duplicate()
    try await store.set(bytes: [77], for: credentialName("n2"))
    let after = try place.duplicate()
    let script = [
      "delete": "db.execute('DELETE FROM record WHERE number = 2')",
      "old": """
      db.execute("ATTACH ? AS old", (sys.argv[2],))
      db.execute("REPLACE INTO record SELECT * FROM old.record WHERE lookup = (SELECT changed FROM state)")
      """,
      "swap": """
      a, b = [r[0] for r in db.execute("SELECT lookup FROM record WHERE number < 3 ORDER BY number")]
      db.execute("UPDATE record SET lookup = x'00' WHERE number = 1")
      db.execute("UPDATE record SET lookup = ? WHERE number = 2", (a,))
      db.execute("UPDATE record SET lookup = ? WHERE number = 1", (b,))
      """,
    ]
    for path in [\Place.path, \Place.mirror] {
      let code = "import sqlite3, sys\ndb = sqlite3.connect(sys.argv[1])\n\(script[how] ?? "")\ndb.commit(); db.close()"
      try run("/usr/bin/python3", "-c", code, after[keyPath: path], before[keyPath: path])
    }
    #expect(try await !after.store().check().isClean)
    await #expect(throws: CredentialStoreError(.damaged)) { try await after.store().names() }
    #expect(try await after.store().bytes(for: credentialName("n4")) == [4])
  }

  @Test("an older profile copied back is refused until it is accepted")
  func rolledBack() async throws {
    let place = try Place()
    let name = try credentialName("a")
    try await place.store().set(bytes: [1], for: name)
    let old = try place.duplicate()
    try await place.store().set(bytes: [2], for: name)
    try FileManager.default.removeItem(atPath: place.data)
    try FileManager.default.copyItem(atPath: old.data, toPath: place.data)
    let store = place.store()
    await #expect(throws: CredentialStoreError(.rolledBack)) { try await store.bytes(for: name) }
    await #expect(throws: CredentialStoreError(.rolledBack)) { try await store.names() }
    await #expect(throws: CredentialStoreError(.rolledBack)) { try await store.set(bytes: [3], for: name) }
    await #expect(throws: CredentialStoreError(.rolledBack)) { try await store.check() }
    try await store.acceptRollback()
    #expect(try await store.bytes(for: name) == [1])
    #expect(try await store.check().isClean)
    try await store.set(bytes: [4], for: name)
    #expect(try await place.store().bytes(for: name) == [4])
  }

  @Test("what a store has seen itself it takes back for nobody, an accepted rollback neither")
  func seenInMemory() async throws {
    let place = try Place()
    let name = try credentialName("a")
    let store = place.store()
    try await store.set(bytes: [1], for: name)
    // The whole profile: the mark of the highest generation, too.
    let old = try place.duplicate()
    try await store.set(bytes: [2], for: name)
    for (own, former) in [(place.data, old.data), (place.state, old.state)] {
      try FileManager.default.removeItem(atPath: own)
      try FileManager.default.copyItem(atPath: former, toPath: own)
    }
    await #expect(throws: CredentialStoreError(.rolledBack)) { try await store.bytes(for: name) }
    await #expect(throws: CredentialStoreError(.rolledBack)) { try await store.check() }
    await #expect(throws: CredentialStoreError(.rolledBack)) { try await store.acceptRollback() }
    await #expect(throws: CredentialStoreError(.rolledBack)) { try await store.set(bytes: [3], for: name) }
    #expect(try await place.store().bytes(for: name) == [1], "another process has not seen it")
  }

  @Test("a file that vanished is not taken for an empty one")
  func vanished() async throws {
    let place = try Place()
    try await place.store().set(bytes: [1], for: credentialName("a"))
    try FileManager.default.removeItem(atPath: place.data)
    let store = place.store()
    await #expect(throws: CredentialStoreError(.unavailable)) { try await store.bytes(for: credentialName("a")) }
    await #expect(throws: CredentialStoreError(.unavailable)) {
      try await store.set(bytes: [2], for: credentialName("a"))
    }
    try await store.acceptRollback()
    #expect(try await store.names() == [])
    try await store.set(bytes: [2], for: credentialName("a"))
    #expect(try await store.names().count == 1)
  }
}

/// A small seeded generator, so that a failure can be run again.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
