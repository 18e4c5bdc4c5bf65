import Foundation
import StrictJSON
import Testing

@Suite("Types from JSON that have to know every member")
struct StrictDecoderTests {
  private struct Whole: Decodable, Equatable {
    struct Part: Decodable, Equatable { var at: Date? }
    var parts: [Part]
    var words: [String: String]
  }

  private struct Empty: Decodable, Equatable {}

  private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    let document = try JSONDocument(Array(json.utf8), limits: JSONLimits(depth: 8, valueCount: 200_000))
    return try StrictDecoder().decode(type, from: document.value)
  }

  @Test("what is there is read, at every depth, and what may be missing may be null")
  func reads() throws {
    let whole = try decode(Whole.self, #"{"parts":[{"at":1.5},{"at":null},{}],"words":{"a":"b"}}"#)
    let parts = [Whole.Part(at: Date(timeIntervalSince1970: 1.5)), .init(), .init()]
    #expect(whole == Whole(parts: parts, words: ["a": "b"]))
  }

  @Test("a member that nobody asks for is named with where it stands, also in what has no members of its own")
  func unknownMembers() {
    #expect(throws: StrictDecodingError.unknownMember(["parts", "1", "to"])) {
      try decode(Whole.self, #"{"parts":[{},{"to":2}],"words":{}}"#)
    }
    #expect(throws: StrictDecodingError.unknownMember(["guard"])) { try decode(Empty.self, #"{"guard":true}"#) }
    #expect(throws: StrictDecodingError.unknownMember(["parts", "0", "at"])) {
      try decode(Whole.self, #"{"parts":[{"at":1,"at":2}],"words":{}}"#)
    }
  }

  @Test("what is missing is named with where it would stand, and what is another kind of value with where it stands")
  func mismatches() {
    let cases = [
      (#"{"parts":[]}"#, ["words"]), (#"{"parts":[{},{"at":"x"}],"words":{}}"#, ["parts", "1", "at"]),
      (#"{"parts":[],"words":{"a":"b","c":1}}"#, ["words", "c"]), (#"[]"#, []),
    ]
    for (json, path) in cases {
      #expect(throws: StrictDecodingError.mismatch(path), "\(json)") { try decode(Whole.self, json) }
    }
  }

  @Test("a whole number is written as one and fits its type", arguments: ["1.0", "1e2", "300", "-1", "1e400", "256"])
  func numbers(_ text: String) {
    #expect(throws: StrictDecodingError.mismatch(["0"])) { try decode([UInt8].self, "[\(text)]") }
  }

  @Test("the largest numbers are read exactly")
  func largest() throws {
    #expect(try decode([Int64].self, "[9223372036854775807,-9223372036854775808]") == [.max, .min])
    #expect(throws: StrictDecodingError.self) { try decode([Double].self, "[1e400]") }
  }

  @Test("an object of a hundred thousand members is read in its own time, not in that of its square")
  func manyMembers() throws {
    let members = (0..<100_000).map { #""k\#($0)":"v""# }.joined(separator: ",")
    let began = ContinuousClock.now
    #expect(try decode([String: String].self, "{\(members)}").count == 100_000)
    // The square takes minutes.
    #expect(ContinuousClock.now - began < .seconds(30))
  }
}
