import Foundation
import Localization
import StrictJSON
import Testing
import VaultTesting

@testable import AgentAPI

@Suite("The wire")
struct WireTests {
  @Test("every client message keeps its JSON")
  func clientMessages() throws { try check(GoldenMessages.client) }

  @Test("every agent message keeps its JSON")
  func agentMessages() throws { try check(GoldenMessages.agent) }

  @Test("every request keeps its JSON, and is read as it was written")
  func requests() throws {
    for sample in RequestSamples.all { try check(sample.request, sample.json) }
  }

  @Test("every reply keeps its JSON, and is read as it was written")
  func replies() throws {
    for reply in RequestSamples.all.compactMap(\.reply) { try check(reply.value, reply.json) }
  }

  private func check<Message: Codable & Equatable>(_ golden: [(Message, String)]) throws {
    for (message, json) in golden { try check(message, json) }
  }

  private func check<Message: Codable & Equatable>(_ message: Message, _ json: String) throws {
    #expect(try object(WireJSON.encode(message)) == object(Array(json.utf8)), "\(message)")
    #expect(try WireJSON.decode(Message.self, from: Array(json.utf8)) == message)
  }

  private func check<Request: AgentRequest>(_ request: Request, _ json: String) throws {
    let json = #"{"request":\#(json)}"#
    try check(RequestMessage(request), json)
    let value = try #require(try Self.value(json)["request"]?[Request.name])
    #expect(try Self.strict.decode(Request.self, from: value) == request)
  }

  private func object(_ json: [UInt8]) throws -> NSObject {
    let object = try JSONSerialization.jsonObject(with: Data(json))
    return try #require(object as? NSObject)
  }

  static let strict = StrictDecoder(userInfo: [.readsRequest: true])

  static func value(_ json: String) throws -> JSONDocument.Value {
    try JSONDocument(Array(json.utf8), limits: JSONLimits(depth: 32, valueCount: 1000)).value
  }

  @Test("every request has a sample with its reply")
  func repliesOfAll() {
    let answered = Set(RequestSamples.all.filter { $0.reply != nil }.map { type(of: $0.request).name })
    let missing = Set(RequestSamples.all.map { type(of: $0.request).name }).subtracting(answered)
    #expect(missing.isEmpty, "no sample in Tests/VaultTesting/Samples has the reply of \(missing.sorted())")
  }

  @Test("no two requests have one name")
  func names() {
    let types = RequestSamples.all.map { ObjectIdentifier(type(of: $0.request)) }
    #expect(Set(RequestSamples.all.map { type(of: $0.request).name }).count == Set(types).count)
  }

  /// The names of the requests that a condition holds for.
  private func names(where condition: (any AgentRequest) -> Bool) -> Set<String> {
    Set(RequestSamples.all.map(\.request).filter(condition).map { type(of: $0).name })
  }

  @Test("what there is to know of a request before it is carried out stays with it")
  func traits() {
    func names(_ trait: RequestTraits) -> Set<String> { self.names { type(of: $0).traits.contains(trait) } }
    #expect(names(.locks) == ["lock", "lockAndForget", "stop"])
    #expect(names(.watches) == ["live", "observeTasks", "watch", "watchTasks"])
    #expect(names(.isLarge) == ["importTasks", "restore"])
    #expect(
      names(.needsServer) == [
        "devices", "joinChannel", "leaveChannel", "follow", "unfollow", "people", "block", "unblock", "push",
        "pushStatus", "propose", "proposals", "proposal", "namePerson", "findable",
        "inviteToFollow", "invitations",
        "revokeInvitation",
      ])
    #expect(names(.isAboutLogin) == ["login", "logout", "whoami", "status", "doctor", "applyRemedy"])
    #expect(names(.endsAgent) == ["stop", "migrateTasks", "changeSetting", "confirmSettings", "erase"])
    // One of the remedies, too.
    #expect(ApplyRemedy(.confirmSettings).endsAgent && !ApplyRemedy(.logIn).endsAgent)
    #expect(
      self.names(where: \.needsCredentials) == [
        "login", "logout", "whoami", "applyRemedy", "addProtected", "reveal", "copy", "code", "unlock", "setPIN",
        "changePIN",
        "removePIN",
        "createRecoveryCode", "useVerification", "verifyLog", "backup", "restore", "changeSetting", "confirmSettings",
        "checkStore",
        "migrateStore", "acceptStoreRollback", "erase",
      ])
  }

  @Test("what goes along with the hello changes nothing and asks nothing, so that it may be sent twice")
  func safeRequests() {
    let safe = RequestSamples.all.filter { type(of: $0.request).traits.contains(.isSafe) }
    for sample in safe {
      let type = type(of: sample.request)
      #expect(type.traits.subtracting(.isAboutLogin) == .isSafe && !sample.request.needsCredentials, "\(type.name)")
      // What a stream has to say comes before its reply.
      let isAcknowledged = sample.reply?.value is Acknowledgement && type != StreamTasks.self
      #expect(!(sample.reply?.value is TaskChangeReport) && !isAcknowledged, "\(type.name)")
    }
    let names: Set = [
      "accessLog", "history", "list", "message", "reminders", "settings", "show", "status", "streamTasks",
    ]
    #expect(names.isSubset(of: Set(safe.map { type(of: $0.request).name })))
  }

  @Test("a reply is one whatever a newer agent puts beside it")
  func besideTheReply() throws {
    for name in ["a", "event", "zeta"] {
      let json = #"{"\#(name)":{},"reply":{"message":"ok"}}"#
      let message = ReceivedMessage(try WireJSON.decode(AgentCases<Acknowledgement>.self, from: Array(json.utf8)))
      guard case .reply(Acknowledgement("ok")) = message else {
        Issue.record("\(json)")
        continue
      }
    }
  }

  @Test("what a newer agent says decodes to unknown, and members it adds are passed over")
  func newerAgents() throws {
    func decode<Message: Decodable>(_ json: String) throws -> Message {
      try WireJSON.decode(Message.self, from: Array(json.utf8))
    }
    #expect(try decode(#"{"subscribe":{"to":1}}"#) == ClientMessage.unknown)
    #expect(try decode(#"{"picture":{}}"#) == AgentMessage.unknown)
    #expect(try decode(#"{"moved":{}}"#) == Event.unknown)
    #expect(try decode(#"["face","unknown"]"#) == [VerificationMethod.unknown, .unknown])
    #expect(try decode(#"["tpm"]"#) == [StoreKind.unknown])
    #expect(try decode(#"["severe"]"#) == [DoctorFinding.Severity.warning])
    #expect(
      try decode(#"{"prompt":{"kind":"face","text":"t","deadlineSeconds":1,"number":4}}"#)
        == AgentMessage.prompt(
          Prompt(.unknown, text: "t", deadlineSeconds: 1, number: 4)))
  }

  @Test("a reply takes a member more in any of its objects, whichever reply it is")
  func newerReplies() throws {
    for reply in RequestSamples.all.compactMap(\.reply) { try checkKindness(reply.value, reply.json) }
  }

  private func checkKindness<Reply: Codable & Equatable>(_ reply: Reply, _ json: String) throws {
    for grown in JSONGrowth.grown(try JSONGrowth.value(json)) {
      #expect(try WireJSON.decode(Reply.self, from: Array(JSONGrowth.text(grown).utf8)) == reply, "\(json)")
    }
  }

  @Test("JSON that lacks what a message needs is malformed, without a word of it in the error")
  func malformed() {
    for json in ["", "[]", "{", #"{"hello":{}}"#, #"{"answer":7}"#, #"{"decline":{"prompt":"soon"}}"#, "\u{0}"] {
      #expect(throws: ChannelError.malformed) { try WireJSON.decode(ClientMessage.self, from: Array(json.utf8)) }
    }
  }

  @Test("every code has the exit status of sysexits.h")
  func exitStatus() {
    let statuses = Failure.Code.allCases.map { Failure($0, "").exitStatus }
    #expect(statuses == [64, 65, 69, 70, 73, 74, 75, 76, 77, 78])
  }
}
