import AgentAPI
import Foundation
import Inbox
import PictureFormat
import ServerAPI
import ServerClient
import Testing
import VaultModel

@testable import AgentService

@Suite("Requests about pushes")
struct PushControllerTests {
  /// As far as anybody looks at it.
  private static let gif = "GIF89a\u{07}\u{00}\u{09}\u{00}"
  private let stage: InboxStage

  init() async throws { stage = try await InboxStage() }

  private var controller: PushController {
    PushController(
      people: stage.people, server: stage.server, pictures: PictureAttacher(server: stage.server))
  }

  private func failure(_ body: () async throws -> Void) async -> Failure? {
    await #expect(throws: Failure.self) { try await body() }
  }

  @Test("send what is given, once whatever happens, to whom it is meant for")
  func sends() async throws {
    let conversation = try ScriptedConversation()
    let report = try await controller.push(PushDraft(payload: InboxItem.task), conversation)
    #expect(report == PushReport(id: ScriptedServer.push, inboxCount: 2, decision: .open))
    let sent = try #require(stage.server.pushes.first)
    #expect(sent.payload == InboxItem.task && sent.recipient == nil && sent.expiresAt == nil && sent.expiresIn == nil)
    #expect(UUID(uuidString: sent.key) != nil && conversation.told.isEmpty)
    let id = UUID()
    let recipients: [(String, Recipient)] = [
      ("everyone", .everyone), ("alias:\(id)", .alias(id)), ("channel:\(id)", .channel(id)),
      ("device:a-token-of-a-phone", .device("a-token-of-a-phone")),
    ]
    for (text, recipient) in recipients {
      let draft = PushDraft(payload: InboxItem.task, recipient: text, expiresAt: .sample, key: "mine")
      _ = try await controller.push(draft, conversation)
      #expect(stage.server.pushes.last?.recipient == recipient)
      #expect(stage.server.pushes.last?.key == "mine" && stage.server.pushes.last?.expiresAt == .sample)
    }
    #expect(stage.log.calls == [String](repeating: "push", count: 5))
  }

  @Test("say of a push that has nothing to show that nobody sees it, unless it asks for that")
  func nothing() async throws {
    for (payload, isTold) in [
      (#"{"hello":"world"}"#, true), (#"{"aps":{"content-available":1}}"#, false), (#"{"aps":{"badge":1}}"#, false),
    ] {
      let conversation = try ScriptedConversation()
      _ = try await controller.push(PushDraft(payload: payload), conversation)
      #expect(conversation.told.contains { $0.contains("is shown nothing") } == isTold, "\(payload)")
    }
  }

  @Test("say what is replaced and how much it matters, and refuse what can be neither")
  func manner() async throws {
    let conversation = try ScriptedConversation()
    _ = try await controller.push(PushDraft(payload: InboxItem.task), conversation)
    #expect(stage.server.pushes.last?.manner == PushManner())
    _ = try await controller.push(
      PushDraft(payload: InboxItem.task, collapseID: "build-7", priority: 5), conversation)
    #expect(stage.server.pushes.last?.manner == PushManner(collapseID: "build-7", priority: .low))
    #expect(conversation.told.isEmpty)
    _ = try await controller.push(PushDraft(payload: InboxItem.task, collapseID: "old"), conversation)
    #expect(conversation.told.count == 1 && "\(conversation.told)".contains("too old for --collapse-id"))
    for draft in [
      PushDraft(payload: "{}", collapseID: "two words"), PushDraft(payload: "{}", collapseID: ""),
      PushDraft(payload: "{}", collapseID: String(repeating: "x", count: 65)), PushDraft(payload: "{}", priority: 7),
    ] {
      let refusal = await failure { _ = try await controller.push(draft, conversation) }
      #expect(refusal?.code == .usage && refusal?.hint == "Nothing was sent.")
    }
    #expect(stage.server.pushes.count == 3)
  }

  @Test("send nothing to nobody, and wait for no decision that nobody can make")
  func refusals() async throws {
    let conversation = try ScriptedConversation()
    for text in ["alias:ada", "device:short", "channel:", "everyone:else"] {
      let refusal = await failure {
        _ = try await controller.push(PushDraft(payload: InboxItem.task, recipient: text), conversation)
      }
      #expect(refusal?.code == .usage && refusal?.message == "\u{201C}\(text)\u{201D} is not a recipient.")
    }
    let notice = await failure {
      _ = try await controller.push(PushDraft(payload: InboxItem.notice, waitSeconds: 1), conversation)
    }
    #expect(notice?.code == .usage && notice?.message.contains("of the kind notice") == true)
    #expect(stage.log.calls.isEmpty && conversation.told.isEmpty)
    let nobody = await failure {
      _ = try await controller.push(PushDraft(payload: InboxItem.task, recipient: "channel"), conversation)
    }
    #expect(nobody?.code == .usage && nobody?.message.contains("nor the name of a contact") == true)
    #expect(stage.log.calls == ["people chosen"])
  }

  @Test(
    "go to a contact by name, to anybody by the beginning of their id or by all of it, and say where they have to follow first"
  )
  func toPeople() async throws {
    let grace = InboxOwner.grace.user
    var contact = Person.named("grace", grace)
    contact.isFollower = true
    // Whoever follows the user may have taken the name.
    var other = Person.named("grace")
    (other.isFollowed, other.isFollower) = (false, true)
    stage.server.script { [contact, other] in $0.people[nil] = People(people: [contact, other, .named("alan")]) }
    let stranger = await failure {
      _ = try await controller.push(PushDraft(payload: InboxItem.task, recipient: "alan"), SilentConversation())
    }
    #expect(stranger?.code == .usage && stage.server.pushes.isEmpty)
    for text in ["grace", String(grace.text.prefix(8)), grace.text, "alias:\(grace)"] {
      _ = try await controller.push(PushDraft(payload: InboxItem.task, recipient: text), SilentConversation())
      #expect(stage.server.pushes.last?.recipient == .alias(grace), "\(text)")
    }
    stage.server.script { $0.problem = ServerClientError(.forbidden) }
    let draft = PushDraft(payload: InboxItem.task, recipient: grace.text)
    let refusal = await failure { _ = try await controller.push(draft, SilentConversation()) }
    #expect(refusal?.message == "They have to follow you first: then they get what you send.")
  }

  @Test("tell what those who get it will not understand, before it is sent")
  func problems() async throws {
    let conversation = try ScriptedConversation()
    let elsewhere = #"{"aps":{"alert":"x"},"image":"https://other.example/v1/attachments/7"}"#
    stage.server.script { $0.problem = ServerClientError(.invalidInput, "no") }
    _ = await failure { _ = try await controller.push(PushDraft(payload: elsewhere), conversation) }
    #expect(
      conversation.told == [
        "Whoever gets this push sees that it could not be understood: the picture is not from your server."
      ])
    _ = await failure { _ = try await controller.push(PushDraft(payload: "no object"), conversation) }
    #expect(conversation.told.count == 1, "the server refuses it")
  }

  @Test("say what the server refuses, and how to send it once more where it may have taken it")
  func serverRefusals() async throws {
    let draft = PushDraft(payload: InboxItem.task, recipient: "everyone", key: "mine")
    for (code, words) in [
      (ServerClientError.Code.forbidden, "You may not send there."),
      (.conflict, "That key was used for another push."),
    ] {
      stage.server.script { $0.problem = ServerClientError(code) }
      #expect(await failure { _ = try await controller.push(draft, SilentConversation()) }?.message == words)
    }
    stage.disconnect()
    let away = await failure { _ = try await controller.push(draft, SilentConversation()) }
    #expect(away?.code == .unavailable && away?.hint.contains("--key mine") == true)
  }

  @Test("bring a picture to the server first, and name it in the payload")
  func picture() async throws {
    let conversation = try ScriptedConversation(String(Self.gif.prefix(6)), String(Self.gif.dropFirst(6)), "")
    _ = try await controller.push(PushDraft(payload: InboxItem.task, hasPicture: true), conversation)
    #expect(stage.log.calls == ["upload of 10", "push"])
    #expect(conversation.questions == ["The picture", "The picture", "The picture"])
    let path = AttachmentPath.text(of: ScriptedServer.push)
    #expect(PushPayload(stage.server.pushes[0].payload).picture?.path == path)
  }

  @Test("bring no picture there that is none, too large, or for nothing")
  func pictureRefusals() async throws {
    func refusal(_ payload: String, _ parts: [String]) async throws -> Failure? {
      let conversation = try ScriptedConversation(answers: parts)
      return await failure {
        _ = try await controller.push(PushDraft(payload: payload, hasPicture: true), conversation)
      }
    }
    let none = try await refusal(InboxItem.task, ["no picture", ""])
    #expect(none?.code == .badData && none?.message.hasPrefix("That is not a picture that can be sent") == true)
    let payload = try await refusal("no object", [Self.gif, ""])
    #expect(payload?.code == .usage && payload?.message == "The payload is not a JSON object.")
    let part = String(repeating: "x", count: 64 << 10)
    let parts = [String](repeating: part, count: PictureLimits.byteCount / part.count + 1)
    let large = try await refusal(InboxItem.task, parts)
    #expect(large?.code == .badData && large?.message == "A picture has at most 5 MiB.")
    #expect(try await refusal(InboxItem.task, [Self.gif])?.code == .refused, "who stops sends no half picture")
    #expect(stage.log.calls.isEmpty)
    stage.disconnect()
    #expect(try await refusal(InboxItem.task, [Self.gif, ""])?.code == .unavailable)
    #expect(stage.log.calls == ["upload of 10"], "the push is not sent without its picture")
  }

  @Test("wait for a decision, whatever the server does meanwhile, and say first how to ask later")
  func waits() async throws {
    stage.server.script { $0.states = [[.stored, .delivered], [.read, .accepted]] }
    let conversation = try ScriptedConversation()
    let report = try await controller.push(PushDraft(payload: InboxItem.task, waitSeconds: 20), conversation)
    #expect(report.decision == .accepted && stage.log.calls == ["push", "status", "status"])
    #expect(stage.server.pushes.last?.expiresIn == 20 && stage.server.pushes.last?.expiresAt == nil)
    let id = ScriptedServer.push.uuidString.lowercased()
    #expect(
      conversation.told == ["Sent push \(id). Should this end before a decision: vault push status \(id)"])
  }

  @Test("end the wait with its time, and say then why the server could not be asked")
  func ends() async throws {
    let draft = PushDraft(payload: InboxItem.task, waitSeconds: 0, expiresAt: .sample)
    #expect(try await controller.push(draft, ScriptedConversation()).decision == .open)
    #expect(stage.server.pushes.last?.expiresIn == nil, "it is over when it says so")
    let server = stage.server
    let away = try ScriptedConversation(answers: []) { _ in
      server.script { $0.problem = ServerClientError(.unreachable, "nobody listens") }
    }
    let refusal = await failure { _ = try await controller.push(draft, away) }
    #expect(refusal?.code == .unavailable && refusal?.hint.contains("vault push status") == true)
  }

  @Test("say what has become of a push, the first decision of all")
  func status() async throws {
    let cases: [([DeliveryState], PushReport.Decision)] = [
      ([], .open), ([.displayed, .expired], .open), ([.expired, .expired], .expired),
      ([.rejected, .expired], .rejected), ([.rejected, .accepted], .accepted),
    ]
    for (states, decision) in cases {
      stage.server.script { $0.states = [states] }
      let id = UUID()
      #expect(try await controller.report(on: id) == PushReport(id: id, inboxCount: 2, decision: decision))
    }
    stage.server.script { $0.problem = ServerClientError(.notFound) }
    let unknown = await failure { _ = try await controller.report(on: UUID()) }
    #expect(unknown?.code == .usage && unknown?.message.hasPrefix("You have sent no such push") == true)
  }
}
