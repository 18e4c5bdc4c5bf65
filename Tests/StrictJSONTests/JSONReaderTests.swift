import StrictJSON
import Testing

@Suite("Strict JSON")
struct JSONReaderTests {
  private static func read(
    _ text: String, limits: JSONLimits = JSONLimits(depth: 4, valueCount: 20, numberByteCount: 8)
  ) throws(JSONError) -> JSONValue {
    var reader = JSONReader(Array(text.utf8), limits: limits)
    let value = try reader.value()
    try reader.expectEnd()
    return value
  }

  @Test("values are read as they are written")
  func values() throws {
    #expect(try Self.read(" null ") == .null)
    #expect(try Self.read("[true,false,-1.5e+2]") == .array([.bool(true), .bool(false), .number("-1.5e+2")]))
    #expect(try Self.read(#"{"a":{"b":[]},"c":""}"#) == .object(["c": .string(""), "a": .object(["b": .array([])])]))
    #expect(try Self.read(#""\u0041\ud83d\ude00\n\/\u0000""#) == .string("A😀\n/\u{0}"))
    #expect(try Self.read(#"{"a":null}"#)["a"] == nil)
    #expect(try Self.read(#"{"a":1}"#)["a"] == .number("1"))
  }

  @Test(
    "what is no JSON is refused",
    arguments: [
      "", "{", "[1,]", "[,1]", "{\"a\"}", "{\"a\":1,}", "{a:1}", "[1 2]", "01", "1.", ".5", "+1", "1e", "-", "--1",
      "1e+-2",
      "nul", "truefalse", "\"", "\"\u{1}\"", "\"\\x\"", "\"\\u12g4\"", "\"\\ud83d\"", "\"\\ude00\"",
      "\"\\ud83d\\u0041\"",
      "{}{}", "NaN", "{\"a\":1,\"a\":2}", "\"\\u１234\"",
    ])
  func refusals(text: String) { #expect(throws: JSONError.self) { try Self.read(text) } }

  @Test("depth, number of values and length of numbers are bounded")
  func bounds() throws {
    #expect(try Self.read("[[[1]]]") == .array([.array([.array([.number("1")])])]))
    #expect(throws: JSONError("it is nested too deep", line: 1)) { try Self.read("[[[[1]]]]") }
    let many = "[" + Array(repeating: "0", count: 20).joined(separator: ",") + "]"
    #expect(throws: JSONError("it has too many parts", line: 1)) { try Self.read(many) }
    #expect(throws: JSONError("a value was expected", line: 1)) { try Self.read("123456789") }
    #expect(throws: JSONError.self) { try Self.read(String(repeating: "[", count: 1_000_000)) }
  }

  @Test("a text, or a name, has at most 30 combining marks in a row, however they are written")
  func combiningMarks() throws {
    func value(_ json: String) throws -> JSONValue {
      var reader = JSONReader(Array(json.utf8), limits: JSONLimits(depth: 2, valueCount: 4))
      return try reader.value()
    }
    let marks = String(repeating: "\u{301}\u{323}", count: 15)
    #expect(try value("\"a\(marks)b\(marks)\"") == .string("a\(marks)b\(marks)"))
    for json in ["\"a\(marks)\u{301}\"", "{\"\(marks)\u{323}\":1}", "\"a\(marks)\\u0301\""] {
      #expect(throws: JSONError.self, "\(json.utf8.count)") { try value(json) }
    }
  }

  @Test("an error names its line")
  func lines() {
    #expect(throws: JSONError("a comma was expected", line: 3)) { try Self.read("[1,\n2\n3]") }
    #expect(JSONError("a comma was expected", line: 3).description == "a comma was expected (line 3)")
  }

  @Test("the elements of a list are found without being read")
  func elements() {
    let text = "[ {\"a\":\"],\\\"\"},\n[1,2], 3 ]"
    var reader = JSONReader(Array(text.utf8), limits: JSONLimits(depth: 4, valueCount: 20))
    let found = reader.elements(atMost: 3) ?? []
    #expect(found.map(\.index) == [0, 1, 2])
    #expect(found.map(\.line) == [1, 1, 2])
    #expect(
      found.map { Array(text.utf8)[$0.start..<$0.end] }.map { String(decoding: $0, as: UTF8.self) } == [
        "{\"a\":\"],\\\"\"}", "\n[1,2]", " 3 ",
      ])
    var short = JSONReader(Array(text.utf8), limits: JSONLimits(depth: 4, valueCount: 20))
    #expect(short.elements(atMost: 2) == nil)
  }

  @Test("a list without an end ends nothing else", arguments: ["[", "[\"", "[\"\\", "[{\"a\":", "[1,", "7", "[}"])
  func brokenElements(text: String) {
    var reader = JSONReader(Array(text.utf8), limits: JSONLimits(depth: 4, valueCount: 20))
    #expect(reader.elements(atMost: 5) == nil)
    #expect(reader.problem("broken").line == 1)
  }
}
