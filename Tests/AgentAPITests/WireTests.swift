import AgentAPI
import Foundation
import Testing

@Suite("The wire")
struct WireTests {
  @Test("every client message keeps its JSON")
  func clientMessages() throws { try check(GoldenMessages.client) }

  @Test("every request keeps its JSON")
  func requests() throws { try check(GoldenMessages.requests) }

  @Test("every agent message keeps its JSON")
  func agentMessages() throws { try check(GoldenMessages.agent) }

  @Test("every reply keeps its JSON")
  func replies() throws { try check(GoldenMessages.replies) }

  private func check<Message: Codable & Equatable>(_ golden: [(Message, String)]) throws {
    for (message, json) in golden {
      let encoded = try WireJSON.encode(message)
      #expect(try object(encoded) == object(Array(json.utf8)), "\(message)")
      #expect(try WireJSON.decode(Message.self, from: Array(json.utf8)) == message)
    }
  }

  private func object(_ json: [UInt8]) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: Data(json)) as? NSDictionary)
  }

  @Test("what a newer peer says decodes to unknown, and fields it adds are ignored")
  func newerPeers() throws {
    func decode<Message: Decodable>(_ json: String) throws -> Message {
      try WireJSON.decode(Message.self, from: Array(json.utf8))
    }
    #expect(try decode(#"{"subscribe":{"to":1}}"#) == ClientMessage.unknown)
    #expect(try decode(#"{"picture":{}}"#) == AgentMessage.unknown)
    #expect(try decode(#"{"request":{"share":{"with":"x"}}}"#) == ClientMessage.request(.unknown))
    #expect(try decode(#"{"store":{"compact":{}}}"#) == Request.store(.unknown))
    #expect(try decode(#"{"pin":{"rotate":{}}}"#) == Request.pin(.unknown))
    #expect(try decode(#"{"graph":[]}"#) == Reply.unknown)
    #expect(try decode(#"{"moved":{}}"#) == Event.unknown)
    #expect(try decode(#"{"useVerification":{"method":"face"}}"#) == Request.useVerification(method: .unknown))
    #expect(try decode(#"{"store":{"migrate":{"to":"tpm"}}}"#) == Request.store(.migrate(to: .unknown)))
    #expect(try decode(#"{"show":{"task":"a","colour":"red"}}"#) == Request.show(task: "a"))
    #expect(
      try decode(#"{"prompt":{"kind":"face","text":"t","deadlineSeconds":1,"number":4}}"#)
        == AgentMessage.prompt(
          Prompt(.unknown, text: "t", deadlineSeconds: 1, number: 4)))
  }

  @Test("JSON that lacks what a message needs is malformed, without a word of it in the error")
  func malformed() {
    for json in ["", "[]", "{", #"{"show":{}}"#, #"{"show":7}"#, #"{"add":{"name":"x","dueDate":"soon"}}"#, "\u{0}"] {
      #expect(throws: ChannelError.malformed) { try WireJSON.decode(Request.self, from: Array(json.utf8)) }
    }
  }

  @Test("every code has the exit status of sysexits.h")
  func exitStatus() {
    let statuses = Failure.Code.allCases.map { Failure($0, "").exitStatus }
    #expect(statuses == [64, 65, 69, 70, 73, 74, 75, 76, 77, 78])
  }
}
