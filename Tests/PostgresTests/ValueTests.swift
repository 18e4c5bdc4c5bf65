#if Postgres
import Foundation
import LinuxSystem
import PostgresClient
import PostgresTesting
import Testing

@Suite("Values")
struct ValueTests {
  typealias Row = (Bool, Int16, Int32, Int64, Double, String, UUID, [UInt8], PostgresTimestamp, TransactionID)
  typealias Arrays = ([Bool], [Int16], [Int32], [Int64], [Double], [String], [UUID], [[UInt8]], [PostgresTimestamp])

  static let plain = PostgresStatement(
    "plain",
    "SELECT $1::bool, $2::int2, $3::int4, $4::int8, $5::float8, $6::text, $7::uuid, $8::bytea, $9::timestamptz, $10::xid8",
    taking: Bool.self, Int16.self, Int32.self, Int64.self, Double.self, String.self, UUID.self, [UInt8].self,
    PostgresTimestamp.self, TransactionID.self,
    giving: Bool.self, Int16.self, Int32.self, Int64.self, Double.self, String.self, UUID.self, [UInt8].self,
    PostgresTimestamp.self, TransactionID.self)
  static let arrays = PostgresStatement(
    "arrays",
    "SELECT $1::bool[], $2::int2[], $3::int4[], $4::int8[], $5::float8[], $6::text[], $7::uuid[], $8::bytea[], $9::timestamptz[]",
    taking: [Bool].self, [Int16].self, [Int32].self, [Int64].self, [Double].self, [String].self, [UUID].self,
    [[UInt8]].self,
    [PostgresTimestamp].self,
    giving: [Bool].self, [Int16].self, [Int32].self, [Int64].self, [Double].self, [String].self, [UUID].self,
    [[UInt8]].self,
    [PostgresTimestamp].self)

  @Test("What is sent comes back, whatever it is")
  func comesBack() throws {
    let connection = try PrivateCluster.shared.get().connect()
    for seed in 0..<300 {
      var random = SplitMix(seed: UInt64(seed))
      let row: Row = (
        random.bool(), random.number(), random.number(), random.number(), random.double(), random.text(), random.uuid(),
        random.bytes(), PostgresTimestamp(microseconds: random.microseconds()), TransactionID(random.next() >> 1)
      )
      let sent = Self.plain(row.0, row.1, row.2, row.3, row.4, row.5, row.6, row.7, row.8, row.9)
      let came = try #require(try connection.run(sent, until: .after(seconds: 60)).first)
      #expect((came.0, came.1, came.2, came.3, came.5) == (row.0, row.1, row.2, row.3, row.5))
      #expect(came.4.bitPattern == row.4.bitPattern)
      #expect((came.6, came.7, came.8, came.9) == (row.6, row.7, row.8, row.9))
    }
  }

  @Test("Arrays come back, empty ones too")
  func arraysComeBack() throws {
    let connection = try PrivateCluster.shared.get().connect()
    for seed in 0..<100 {
      var random = SplitMix(seed: UInt64(seed))
      let row: Arrays = (
        random.array { $0.bool() }, random.array { $0.number() }, random.array { $0.number() },
        random.array { $0.number() },
        random.array { $0.double() }, random.array { $0.text() }, random.array { $0.uuid() },
        random.array { $0.bytes() },
        random.array { PostgresTimestamp(microseconds: $0.microseconds()) }
      )
      let sent = Self.arrays(row.0, row.1, row.2, row.3, row.4, row.5, row.6, row.7, row.8)
      let came = try #require(try connection.run(sent, until: .after(seconds: 60)).first)
      #expect((came.0, came.1, came.2, came.3, came.5) == (row.0, row.1, row.2, row.3, row.5))
      #expect(came.4.map(\.bitPattern) == row.4.map(\.bitPattern))
      #expect((came.6, came.7, came.8) == (row.6, row.7, row.8))
    }
  }

  static let texts = PostgresStatement(
    "texts",
    "SELECT $1::bool::text, $2::int2::text, $3::int8::text, $4::uuid::text, $5::bytea::text, $6::timestamptz::text, $7::xid8::text",
    taking: Bool.self, Int16.self, Int64.self, UUID.self, [UInt8].self, PostgresTimestamp.self, TransactionID.self,
    giving: String.self, String.self, String.self, String.self, String.self, String.self, String.self)

  @Test("The server takes them for what they are")
  func serverReadsTheSame() throws {
    let connection = try PrivateCluster.shared.get().connect()
    try connection.execute("SET timezone = 'UTC'", until: .after(seconds: 30))
    let id = try #require(UUID(uuidString: "0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0"))
    let row = try #require(
      try connection.run(
        Self.texts(
          true, -2, .min, id, [0, 255], PostgresTimestamp(Date(timeIntervalSince1970: 1_700_000_000.25)), .init(7)),
        until: .after(seconds: 30)
      ).first)
    #expect(row.0 == "true")
    #expect(row.1 == "-2")
    #expect(row.2 == "-9223372036854775808")
    #expect(row.3 == id.uuidString.lowercased())
    #expect(row.4 == "\\x00ff")
    #expect(row.5 == "2023-11-14 22:13:20.25+00")
    #expect(row.6 == "7")
  }

  static let json = PostgresStatement("json", "SELECT $1::jsonb", taking: JSONText.self, giving: JSONText.self)

  @Test("JSON comes back as JSON")
  func jsonComesBack() throws {
    let connection = try PrivateCluster.shared.get().connect()
    let rows = try connection.run(Self.json(.init("{\"a\":[1,null]}")), until: .after(seconds: 30))
    #expect(rows == [JSONText("{\"a\": [1, null]}")])
  }

  @Test("A date is kept to the microsecond, and the last ones stand for ever")
  func dates() {
    for seconds in [0, 0.000_001, -0.5, 1e9 + 0.123_456, -6e10] {
      let timestamp = PostgresTimestamp(Date(timeIntervalSince1970: seconds))
      #expect(abs(timestamp.date.timeIntervalSince1970 - seconds) < 2e-6)
      #expect(PostgresTimestamp(timestamp.date) == timestamp || abs(seconds) > 1e10)
    }
    #expect(PostgresTimestamp(.distantFuture) < PostgresTimestamp(microseconds: .max))
    #expect(PostgresTimestamp(Date(timeIntervalSinceReferenceDate: .infinity)).microseconds == .max)
    #expect(PostgresTimestamp(Date(timeIntervalSinceReferenceDate: -.infinity)).microseconds == .min)
  }

  @Test("Bytes that are no value are refused, and end nothing")
  func refusesOthers() throws {
    for seed in 0..<3_000 {
      var random = SplitMix(seed: UInt64(seed))
      var bytes = random.bytes()
      if random.bool() {
        bytes = []
        random.array { $0.text() }.encode(into: &bytes)
        if !bytes.isEmpty { bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next()) }
      }
      #expect(decode(bytes, Bool.self) == (bytes.count == 1))
      #expect(decode(bytes, Int64.self) == (bytes.count == 8))
      #expect(decode(bytes, UUID.self) == (bytes.count == 16))
      _ = decode(bytes, String.self)
      _ = decode(bytes, JSONText.self)
      _ = decode(bytes, [String].self)
      _ = decode(bytes, [Int64].self)
      _ = decode(bytes, [[UInt8]].self)
    }
    // A count that no bytes could hold is not believed.
    var huge: [UInt8] = []
    [Int64(1)].encode(into: &huge)
    huge.replaceSubrange(12..<16, with: [0x7F, 0xFF, 0xFF, 0xFF])
    #expect(!decode(huge, [Int64].self))
  }

  @Test("An array with NULL in it, and one of two dimensions, are refused")
  func refusesOtherArrays() throws {
    let connection = try PrivateCluster.shared.get().connect()
    let holes = PostgresStatement("holes", "SELECT ARRAY[1, NULL]::int8[]", giving: [Int64].self)
    let square = PostgresStatement("square", "SELECT ARRAY[[1, 2], [3, 4]]::int8[]", giving: [Int64].self)
    for statement in [holes, square] {
      #expect(throws: PostgresError(.programming)) { try connection.run(statement(), until: .after(seconds: 30)) }
    }
  }

  private func decode<Value: PostgresValue>(_ bytes: [UInt8], _: Value.Type) -> Bool {
    do {
      _ = try Value(postgres: bytes.span.bytes)
      return true
    } catch { return false }
  }
}

/// Random values from a seed, so that what failed can be had again.
struct SplitMix {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func bool() -> Bool { next() & 1 == 1 }

  /// Often one of the ends.
  mutating func number<Number: FixedWidthInteger>() -> Number {
    switch next() % 8 {
    case 0: .min
    case 1: .max
    case 2: 0
    default: Number(truncatingIfNeeded: next())
    }
  }

  mutating func double() -> Double {
    [0.0, -0.0, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1, -1e300][Int(next() % 8)]
  }

  mutating func text() -> String {
    let letters = ["a", "ß", "漢", "👩‍👩‍👧", "'", "\\", "\"", "{", "}", ",", " ", "\n", "\u{202E}", "NULL"]
    return (0..<next() % 12).map { _ in letters[Int(next() % UInt64(letters.count))] }.joined()
  }

  mutating func bytes() -> [UInt8] { (0..<next() % 20).map { _ in UInt8(truncatingIfNeeded: next()) } }

  mutating func uuid() -> UUID {
    let bytes = (0..<16).map { _ in UInt8(truncatingIfNeeded: next()) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// Of years that PostgreSQL takes.
  mutating func microseconds() -> Int64 { Int64(truncatingIfNeeded: next()) % 9_000_000_000_000_000 }

  mutating func array<Element>(_ make: (inout SplitMix) -> Element) -> [Element] {
    (0..<next() % 6).map { _ in make(&self) }
  }
}
#endif
