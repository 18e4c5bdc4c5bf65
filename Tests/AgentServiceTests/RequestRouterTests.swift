import AgentAPI
import Localization
import StrictJSON
import Testing

@testable import AgentService

@Suite("The table of requests")
struct RequestRouterTests {
  private static func value(_ json: String) throws -> JSONDocument.Value {
    try JSONDocument(Array(json.utf8), limits: JSONLimits(depth: 8, valueCount: 100)).value
  }

  private func router() -> RequestRouter {
    var router = RequestRouter()
    router.on(UndoOperations.self) { (request) throws(Failure) in
      guard request.count > 0 else { throw Failure(.usage, "nothing") }
      return TaskChangeReport([], notes: ["\(request.count)"])
    }
    router.on(LogOut.self) { (request, conversation) throws(Failure) in
      try await conversation.notify("bye")
      return Acknowledgement("\(request.forget)")
    }
    return router
  }

  @Test("has a request answered by its name, with the reply of its type")
  func answers() async throws {
    let request = try router().routed(Self.value(#"{"undo":{"count":2}}"#))
    #expect(request.traits.isEmpty && !request.needsCredentials)
    let reply = try await request.answer(SilentConversation())
    #expect(reply as? ReplyMessage<TaskChangeReport> == ReplyMessage(TaskChangeReport([], notes: ["2"])))
  }

  @Test("hands on what a controller throws, and what a request says of itself")
  func failures() async throws {
    let request = try router().routed(Self.value(#"{"undo":{"count":0}}"#))
    await #expect(throws: Failure(.usage, "nothing")) { _ = try await request.answer(SilentConversation()) }
    #expect(try router().routed(Self.value(#"{"logout":{"forget":true}}"#)).needsCredentials)
    #expect(try !router().routed(Self.value(#"{"logout":{"forget":false}}"#)).needsCredentials)
  }

  @Test(
    "refuses what it does not know, whole or in part, and carries nothing of it out",
    arguments: [
      #"{"share":{}}"#, #"{}"#, #"[]"#, #""undo""#, "null", #"{"undo":{"count":1},"logout":{"forget":true}}"#,
      #"{"undo":{"count":1,"twice":true}}"#, #"{"undo":{}}"#, #"{"undo":{"count":"1"}}"#, #"{"undo":null}"#,
      #"{"undo":[]}"#,
      #"{"undo":{"count":1.0}}"#, #"{"undo":{"count":1e400}}"#, #"{"undo":{"count":18446744073709551616}}"#,
    ])
  func unknown(_ json: String) throws {
    let failure = #expect(throws: Failure.self) { _ = try router().routed(Self.value(json)) }
    #expect(failure?.code == .unsupported && failure?.hint.isEmpty == false, "\(json)")
  }

  @Test("names what it does not understand, cut to what fits a line")
  func names() throws {
    let long = String(repeating: "x", count: 500)
    let failure = #expect(throws: Failure.self) {
      _ = try router().routed(Self.value(#"{"undo":{"count":1,"\#(long)":true}}"#))
    }
    #expect(failure?.message.contains("\u{201C}xxx") == true && (failure?.message.count ?? 999) < 160)
  }
}
