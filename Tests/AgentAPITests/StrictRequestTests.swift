import AgentAPI
import StrictJSON
import Testing
import VaultTesting

/// What an agent does not know of a request may be a guard, so no request is carried out without it.
@Suite("Requests are read strictly")
struct StrictRequestTests {
  @Test("a member more is refused in any object of any request, and named")
  func members() throws {
    var count = 0
    for sample in RequestSamples.all { count += try refuseGrowth(of: sample.request, sample.json) }
    #expect(count > RequestSamples.all.count)
  }

  /// Returns in how many places a member was added.
  private func refuseGrowth<Request: AgentRequest>(of request: Request, _ json: String) throws -> Int {
    let value = try #require(try JSONGrowth.value(json)[Request.name])
    let grown = JSONGrowth.grown(value).map(JSONGrowth.text)
    for json in grown {
      let error = #expect(throws: StrictDecodingError.self, "\(json)") {
        try WireTests.strict.decode(Request.self, from: WireTests.value(json))
      }
      // A dictionary or a case takes any name, but not any value.
      if case .unknownMember(let path) = error { #expect(path.last == JSONGrowth.name) }
    }
    return grown.count
  }

  @Test("a word that is not known is refused wherever one stands")
  func words() throws {
    func decode<Request: AgentRequest>(_ json: String) throws -> Request {
      try WireTests.strict.decode(Request.self, from: try WireTests.value(json))
    }
    #expect(throws: StrictDecodingError.mismatch(["method"])) {
      let _: UseVerification = try decode(#"{"method":"face"}"#)
    }
    #expect(throws: StrictDecodingError.mismatch(["method"])) {
      let _: UseVerification = try decode(#"{"method":"unknown"}"#)
    }
    for word in ["unknown", "accept-rollback", "reset-attempts", "set-pin ", "SET-PIN", ""] {
      #expect(throws: StrictDecodingError.mismatch(["remedy"])) {
        let _: ApplyRemedy = try decode(#"{"remedy":"\#(word)"}"#)
      }
    }
    #expect(throws: StrictDecodingError.mismatch(["to"])) { let _: MigrateStore = try decode(#"{"to":"tpm"}"#) }
    #expect(throws: StrictDecodingError.self) {
      let _: ShowLive = try decode(#"{"view":{"people":{}},"isFront":true,"isOpen":true}"#)
    }
    #expect(throws: StrictDecodingError.self) {
      let _: ObserveTasks = try decode(
        #"{"query":{"filter":{"state":"open","tags":[],"excludedTags":[],"words":[]},"order":"size","offset":0}}"#)
    }
    #expect(throws: StrictDecodingError.self) {
      let _: ListTasks = try decode(
        #"{"query":{"filter":{"state":"some","tags":[],"excludedTags":[],"words":[]},"order":"urgency","offset":0}}"#)
    }
  }

  @Test("what is missing, or is another kind of value, is refused by its name")
  func mismatches() throws {
    let cases = [
      (#"{}"#, ["task"]), (#"{"task":7}"#, ["task"]), (#"{"task":null}"#, ["task"]), (#"[]"#, []), ("7", []),
    ]
    for (json, path) in cases {
      #expect(throws: StrictDecodingError.mismatch(path), "\(json)") {
        try WireTests.strict.decode(ShowTask.self, from: try WireTests.value(json))
      }
    }
    #expect(throws: StrictDecodingError.mismatch(["count"])) {
      try WireTests.strict.decode(UndoOperations.self, from: try WireTests.value(#"{"count":1.5}"#))
    }
    #expect(throws: StrictDecodingError.mismatch(["count"])) {
      try WireTests.strict.decode(UndoOperations.self, from: try WireTests.value(#"{"count":99999999999999999999}"#))
    }
    #expect(throws: StrictDecodingError.mismatch(["numbers", "1"])) {
      try WireTests.strict.decode(CompleteSubtasks.self, from: try WireTests.value(#"{"task":"a","numbers":[1,"2"]}"#))
    }
  }

  @Test("null stands for what may be left out")
  func null() throws {
    let value = try WireTests.value(#"{"email":null,"server":"https://v"}"#)
    #expect(try WireTests.strict.decode(LogIn.self, from: value) == LogIn(server: "https://v"))
  }
}

/// Messages of a newer peer, made of those of today.
enum JSONGrowth {
  static let name = "ofANewerVersion"

  static func value(_ json: String) throws -> JSONValue {
    var reader = JSONReader(Array(json.utf8), limits: JSONLimits(depth: 32, valueCount: 1000))
    return try reader.value()
  }

  /// The value with one member more, once for each of its objects.
  static func grown(_ value: JSONValue) -> [JSONValue] {
    switch value {
    case .object(let members):
      var more = members
      more.insert(.bool(true), name)
      return [.object(more)]
        + members.names.flatMap { name in grown(members[name] ?? .null).map { .object(members.with($0, for: name)) } }
    case .array(let values):
      return values.indices.flatMap { index in
        grown(values[index]).map { element in
          var values = values
          values[index] = element
          return .array(values)
        }
      }
    case .string, .number, .bool, .null: return []
    }
  }

  /// The value as JSON; the texts of these tests have nothing to escape but quotation marks and backslashes.
  static func text(_ value: JSONValue) -> String {
    switch value {
    case .object(let members):
      "{" + members.names.map { "\(quoted($0)):\(text(members[$0] ?? .null))" }.joined(separator: ",") + "}"
    case .array(let values): "[" + values.map(text).joined(separator: ",") + "]"
    case .string(let text): quoted(text)
    case .number(let number): number
    case .bool(let isTrue): "\(isTrue)"
    case .null: "null"
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.flatMap { character in "\"\\".contains(character) ? "\\\(character)" : "\(character)" }
    return "\"\(String(escaped))\""
  }
}

extension JSONMembers {
  fileprivate func with(_ value: JSONValue, for name: String) -> JSONMembers {
    var changed = JSONMembers()
    for other in names { changed.insert(other == name ? value : self[other] ?? .null, other) }
    return changed
  }
}
