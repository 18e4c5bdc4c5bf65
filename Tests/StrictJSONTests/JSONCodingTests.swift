import Foundation
import StrictJSON
import Testing

@Suite("Types to JSON and back")
struct JSONCodingTests {
  private struct Sample: Codable, Equatable {
    enum Kind: Codable, Equatable {
      case plain
      case both(Int, name: String)
    }
    struct Part: Codable, Equatable {
      var id: UUID
      var at: Date?
    }
    var text: String
    var flag: Bool
    var number: Int64
    var small: UInt8
    var fraction: Double
    var kind: Kind
    var parts: [Part]
    var words: [String: [Int?]]
    var blob: Data
    var absent: String?

    static func random(_ generator: inout SystemRandomNumberGenerator) -> Sample {
      let alphabet = Array("aZ9 \"\\/\u{0}\u{1F}\n\t\u{7F}é\u{301}€🔒")
      func text() -> String { String((0..<Int.random(in: 0...9)).map { _ in alphabet.randomElement() ?? "x" }) }
      let parts = (0..<Int.random(in: 0...3)).map { _ in
        Part(id: UUID(), at: Bool.random() ? Date(timeIntervalSince1970: .random(in: -1e10...1e10)) : nil)
      }
      return Sample(
        text: text(), flag: .random(), number: .random(in: .min ... .max), small: .random(in: .min ... .max),
        fraction: [0, -0.5, 1e300, .leastNonzeroMagnitude, .random(in: -1e6...1e6)].randomElement() ?? 0,
        kind: Bool.random() ? .plain : .both(.random(in: -9...9), name: text()), parts: parts,
        words: [text(): [[1, nil, 3], []].randomElement() ?? []],
        blob: Data((0..<Int.random(in: 0...5)).map { _ in UInt8.random(in: 0...255) }),
        absent: Bool.random() ? nil : text())
    }
  }

  private func document(_ json: String, depth: Int = 8, count: Int = 1000) throws -> JSONDocument {
    try JSONDocument(Array(json.utf8), limits: JSONLimits(depth: depth, valueCount: count))
  }

  @Test("whatever a value holds, it is read as it was written, by Foundation as well")
  func roundTrips() throws {
    var generator = SystemRandomNumberGenerator()
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    for _ in 0..<500 {
      let sample = Sample.random(&generator)
      let bytes = try JSONEncoding().encode(sample)
      let limits = JSONLimits(depth: 8, valueCount: 1000, markedTextByteCount: .max)
      #expect(try JSONDocument(bytes, limits: limits).decode(Sample.self) == sample)
      #expect(try decoder.decode(Sample.self, from: Data(bytes)) == sample)
    }
  }

  @Test("what Foundation wrote is read as well")
  func readsFoundation() throws {
    var generator = SystemRandomNumberGenerator()
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    for _ in 0..<200 {
      let sample = Sample.random(&generator)
      let limits = JSONLimits(depth: 8, valueCount: 1000, markedTextByteCount: .max)
      let document = try JSONDocument(Array(encoder.encode(sample)), limits: limits)
      #expect(try document.decode(Sample.self) == sample)
    }
  }

  @Test("what is stored is read by Foundation as it stands, and the other way round, to the last bit of a date")
  func stored() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let sample = Sample.random(&generator)
      #expect(try StoredJSON.decode(Sample.self, from: [UInt8](JSONEncoder().encode(sample))) == sample)
      #expect(try JSONDecoder().decode(Sample.self, from: Data(StoredJSON.encode(sample))) == sample)
    }
    let marks = String(repeating: "\u{301}", count: 200)
    #expect(try StoredJSON.decode([String: String].self, from: StoredJSON.encode(["a" + marks: marks])).count == 1)
  }

  @Test("dates after RFC 3339 lose what is below a second, and nothing else is taken for one")
  func civilDates() throws {
    var encoding = JSONEncoding()
    encoding.dates = .rfc3339
    let json = try encoding.encode([Date(timeIntervalSince1970: 1.75)])
    #expect(String(decoding: json, as: UTF8.self) == #"["1970-01-01T00:00:01Z"]"#)
    func dates(_ json: String) throws -> [Date] {
      try JSONDocument(Array(json.utf8), limits: JSONLimits(depth: 2, valueCount: 9), dates: .rfc3339)
        .decode([Date].self)
    }
    #expect(try dates(#"["1970-01-01T01:00:01.5+01:00"]"#) == [Date(timeIntervalSince1970: 1.5)])
    for json in ["[1]", #"["1970-01-01"]"#, #"["1970-02-30T00:00:00Z"]"#, "[null]"] {
      #expect(throws: (any Error).self, "\(json)") { try dates(json) }
    }
  }

  @Test("a whole number may have a fraction of zero, and no other")
  func wholeNumbers() throws {
    #expect(try document("[1.0,2e2,-0.0]").decode([Int].self) == [1, 200, 0])
    for json in ["[1.5]", "[1e40]", "[1e400]", "[true]", #"["1"]"#] {
      #expect(throws: (any Error).self, "\(json)") { try document(json).decode([Int].self) }
    }
  }

  @Test("a name that stands twice is seen at every depth, however it is written")
  func repeatedNames() throws {
    for json in [#"{"a":1,"a":2}"#, #"[{"b":{"a":1,"\u0061":{}}}]"#] { #expect(try document(json).repeatsNames) }
    #expect(try !document(#"{"a":{"a":[{"a":1},{"a":1}]}}"#).repeatsNames)
  }

  @Test("a value is given as it is written")
  func sources() throws {
    let value = try document(#"{"a": { "b" : [1, "x\u0041" ] } , "c":"\"","d":-1.50}"#).value
    #expect(value["a"]?.source == #"{ "b" : [1, "x\u0041" ] }"#)
    #expect(value["c"]?.source == #""\"""# && value["d"]?.source == "-1.50")
  }

  @Test("sorted and pretty it looks as Foundation has it")
  func looksAsFoundation() throws {
    struct Row: Encodable {
      let name = "Buy \"milk\"/bread"
      let count = 2
      let list = [1, 2]
      let at = [["b": 1.5, "a": 2], ["z": 0]]
      let isDone = false
      let none: String? = nil
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var pretty = JSONEncoding()
    (pretty.sortsMembers, pretty.isPretty) = (true, true)
    #expect(
      String(decoding: try pretty.encode([Row()]), as: UTF8.self)
        == String(decoding: try encoder.encode([Row()]), as: UTF8.self))
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    pretty.isPretty = false
    #expect(
      String(decoding: try pretty.encode(Row()), as: UTF8.self)
        == String(decoding: try encoder.encode(Row()), as: UTF8.self))
  }

  @Test("a member that is nil is left out, or null where that is asked for, whatever its type")
  func absent() throws {
    struct Sample: Encodable {
      var flag: Bool?
      var text: String?
      var double: Double?
      var float: Float?
      var whole: Int?
      var narrow: Int8?
      var short: Int16?
      var medium: Int32?
      var long: Int64?
      var natural: UInt?
      var byte: UInt8?
      var port: UInt16?
      var address: UInt32?
      var size: UInt64?
      var date: Date?
      var list: [String]?
    }
    func text(_ sample: Sample, writesNull: Bool) throws -> String {
      var encoding = JSONEncoding()
      encoding.writesNull = writesNull
      return String(decoding: try encoding.encode(sample), as: UTF8.self)
    }
    #expect(try text(Sample(), writesNull: false) == "{}")
    let names = try #require(Mirror(reflecting: Sample()).children.map(\.label) as? [String])
    #expect(try text(Sample(), writesNull: true) == "{\(names.map { "\"\($0)\":null" }.joined(separator: ","))}")
    let some = Sample(flag: true, text: "a", float: 0.5, byte: 7, date: Date(timeIntervalSince1970: 1), list: [])
    #expect(
      try text(some, writesNull: false)
        == #"{"flag":true,"text":"a","float":0.5,"byte":7,"date":1,"list":[]}"#)
  }

  @Test("a type that writes itself in several parts makes one object")
  func severalContainers() throws {
    struct Two: Encodable {
      enum Key: String, CodingKey { case one, two, list }
      func encode(to encoder: any Encoder) throws {
        var first = encoder.container(keyedBy: Key.self)
        try first.encode(1, forKey: .one)
        var nested = first.nestedUnkeyedContainer(forKey: .list)
        try nested.encode("x")
        var second = encoder.container(keyedBy: Key.self)
        try second.encode(2, forKey: .two)
      }
    }
    #expect(String(decoding: try JSONEncoding().encode(Two()), as: UTF8.self) == #"{"one":1,"list":["x"],"two":2}"#)
  }

  @Test("a number that is none and a value that writes nothing are refused")
  func unwritable() {
    struct Nothing: Encodable { func encode(to encoder: any Encoder) {} }
    #expect(throws: EncodingError.self) { try JSONEncoding().encode([Double.nan]) }
    #expect(throws: EncodingError.self) { try JSONEncoding().encode(Date(timeIntervalSince1970: .infinity)) }
    #expect(throws: EncodingError.self) { try JSONEncoding().encode([Nothing()]) }
  }

  @Test(
    "what is no JSON is no document",
    arguments: [
      "", " ", "{", "[1", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "[1 2]", "1 2", "tru", "nulll",
      "01",
      "1.", "-", "+1", ".5", "1e", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\u{1}\"", "[]]", "'a'", "NaN",
      "\u{FEFF}1",
    ])
  func malformed(_ text: String) { #expect(throws: JSONError.self) { try document(text) } }

  @Test("bytes that are no UTF-8 are no document, wherever they stand")
  func invalidUTF8() {
    for bytes: [UInt8] in [[0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0xED, 0xA0, 0x80], [0x31, 0x80]] {
      #expect(throws: JSONError.self) { try JSONDocument(bytes, limits: JSONLimits(depth: 8, valueCount: 8)) }
    }
  }

  @Test("depth, number of parts and long numbers are bounded before anything is made of them")
  func bounds() throws {
    #expect(try document("[[[1]]]", depth: 4).decode([[[Int]]].self) == [[[1]]])
    #expect(throws: JSONError.self) { try document("[[[1]]]", depth: 3) }
    #expect(try document("[1,2]", count: 3).decode([Int].self) == [1, 2])
    #expect(throws: JSONError.self) { try document("[1,2]", count: 2) }
    #expect(throws: JSONError.self) { try document(String(repeating: "1", count: 65)) }
    #expect(throws: JSONError.self) { try document(String(repeating: "[", count: 100_000), depth: 32) }
  }

  @Test("a number that is too large for its type is refused, and not taken for infinite")
  func largeNumbers() throws {
    for text in ["1e400", "-1e400"] {
      #expect(throws: DecodingError.self) { try document(text).decode(Double.self) }
      #expect(throws: DecodingError.self) { try document(text).decode(Date.self) }
      #expect(throws: DecodingError.self) { try document("[\(text)]").decode([Double].self) }
    }
    #expect(throws: DecodingError.self) { try document("1e39").decode(Float.self) }
    #expect(throws: DecodingError.self) { try document("9223372036854775808").decode(Int64.self) }
    #expect(try document("-9223372036854775808").decode(Int64.self) == .min)
  }

  @Test("an object of a hundred thousand members is read in its own time, not in that of its square")
  func manyMembers() throws {
    let members = (0..<100_000).map { #""k\#($0)":"v""# }.joined(separator: ",")
    let began = ContinuousClock.now
    let document = try document(#"{\#(members),"k0":"w"}"#, count: 200_000)
    let decoded = try document.decode([String: String].self)
    #expect(decoded.count == 100_000 && decoded["k0"] == "v" && decoded["k99999"] == "v")
    // The square takes more than half a minute.
    #expect(ContinuousClock.now - began < .seconds(15))
    #expect(try document.decode([String: String?].self)["k1"] == "v")
    struct Few: Decodable {
      let k7: String
      let absent: Int?
    }
    let few = try document.decode(Few.self)
    #expect(few.k7 == "v" && few.absent == nil)
  }

  @Test("of two members of one name the first counts, and escapes in names are read")
  func names() throws {
    #expect(try document(#"{"a":1,"a":2}"#).decode([String: Int].self)["a"] == 1)
    struct Named: Decodable { let ab: Int }
    #expect(try document(#"{"\u0061b":7,"z":[{"ab":1}]}"#).decode(Named.self).ab == 7)
  }

  @Test(
    "a value of another kind is refused",
    arguments: ["{}", "[]", "[\"a\"]", "[1.5]", "[300]", "[-1]", "[true]", "[null]", "[{}]", "{\"a\":1}"])
  func mismatches(_ text: String) throws {
    let document = try document(text)
    if text == "[]" {
      #expect(try document.decode([UInt8].self).isEmpty)
    } else {
      #expect(throws: DecodingError.self) { try document.decode([UInt8].self) }
    }
  }
}
