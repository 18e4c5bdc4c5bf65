import AgentAPI
import AgentInbox
import Foundation
import Inbox
import ServerAPI
import ServerClient
import StoreTesting
import Testing

@testable import AgentService

@Suite("Requests to comment, to like, and to read what others wrote")
struct FeedbackControllerTests {
  private let stage: InboxStage
  private let bob = UUID()
  private let carol = UUID()
  private let awaited = AwaitedFeedback()
  private let listed = ListedPlaces()

  init() async throws {
    stage = try await InboxStage()
    answer()
  }

  /// The server takes what is said, or refuses it.
  private func answer(_ problem: String? = nil) {
    stage.sync.on("send messages") { [store = stage.store, server = stage.server, awaited] in
      for feedback in try await store.outgoingFeedback(for: .ada) {
        if let problem {
          try await store.refuse(feedback, problem, at: Date(), for: .ada)
        } else {
          server.take(feedback)
          awaited.recordSent(feedback.id)
          try await store.acknowledge(feedback, as: nil, for: .ada)
        }
      }
    }
  }

  private var hints: HintFetcher {
    stage.hints
  }

  private var correspondence: CorrespondenceController {
    CorrespondenceController(
      owners: stage.owners, store: stage.store, hints: hints, sync: stage.sync, listed: listed, proposals: proposals)
  }

  private var proposals: ProposalController {
    ProposalController(
      owners: stage.owners, store: stage.store, sync: stage.sync, people: stage.people, server: stage.server,
      tasks: InMemoryTaskStore())
  }

  private var controller: FeedbackController {
    FeedbackController(
      owners: stage.owners, store: stage.store, hints: hints, outgoing: stage.sync, awaited: awaited,
      proposals: proposals, correspondence: correspondence)
  }

  /// An item of somebody's.
  private func receive(_ sequence: Int64, _ payload: String, from user: UUID) async throws -> InboxItem {
    var item = InboxItem.sample(sequence, payload)
    item.sender = ItemSender(kind: .person, name: "bob", id: user)
    try await stage.store.ingest([item], for: .ada)
    return item
  }

  private func hint(_ kind: String, about subject: String) -> String {
    #"{"aps":{"alert":"x"},"kind":"\#(kind)","subject":\#(subject)}"#
  }

  private func feedback(_ number: Int64, about subject: FeedbackSubject, by user: UUID) -> Feedback {
    Feedback(
      id: UUID(), number: number, subject: subject, user: user, isOwn: false, name: "bob", text: "c\(number)",
      createdAt: .sample)
  }

  private func failure(_ body: () async throws -> Void) async -> Failure? {
    await #expect(throws: Failure.self) { try await body() }
  }

  @Test("a comment goes to what a person sent, and says to whom; a text without a letter, or too long, goes nowhere")
  func sends() async throws {
    let item = try await receive(1, InboxItem.task, from: bob)
    let words = try await controller.comment(on: .item(number: 1, identity: nil), "On Friday?").message
    #expect(words == "The comment on “Water the plants” is sent to bob (\(bob.uuidString.lowercased().prefix(8))).")
    _ = try await controller.setLike(of: .item(number: 1, identity: nil), true)
    #expect(stage.server.comments == [.push(item.push)] && stage.server.likes == [.push(item.push)])
    for text in [" \n", String(repeating: "x", count: 4097)] {
      let refused = await failure { _ = try await controller.comment(on: .item(number: 1, identity: nil), text) }
      #expect(refused?.code == .usage)
    }
    #expect(stage.server.comments.count == 1)
  }

  @Test("without a connection it waits, is listed as such, and a like that is taken back is none")
  func offline() async throws {
    let item = try await receive(1, InboxItem.task, from: bob)
    stage.sync.on("send messages") {}
    stage.disconnect()
    let target = FeedbackTarget.item(number: 1, identity: nil)
    #expect(
      try await controller.comment(on: target, "On Friday?").message.hasPrefix(
        "The comment on “Water the plants” waits here"))
    #expect(try await controller.setLike(of: target, true).message.hasPrefix("That waits here, and goes out to bob ("))
    var rows = try await controller.list(about: target, asksServer: true).feedback
    #expect(rows.map(\.text) == ["On Friday?", nil] && rows.allSatisfy { $0.isWaiting == true && $0.author == "you" })
    _ = try await controller.setLike(of: target, false)
    rows = try await controller.list(about: target, asksServer: true).feedback
    #expect(rows.map(\.text) == ["On Friday?"])
    let waiting = try await stage.store.outgoingFeedback(for: .ada)
    #expect(waiting.map(\.content) == [.comment("On Friday?"), .like(isGiven: false)])
    #expect(waiting.allSatisfy { $0.subject == .push(item.push) && $0.user == bob })
  }

  @Test(
    "nothing is said about what came by a channel, to everyone, or to one device: that is between nobody",
    arguments: [true, false])
  func broadcast(isBroadcast: Bool) async throws {
    var item = InboxItem.sample(1, InboxItem.task)
    item.sender = ItemSender(kind: .administrator, name: "bob", id: bob)
    if isBroadcast { item.broadcast = true } else { item.device = "laptop-laptop-laptop" }
    try await stage.store.ingest([item], for: .ada)
    let target = FeedbackTarget.item(number: 1, identity: nil)
    #expect(await failure { _ = try await controller.list(about: target, asksServer: false) }?.code == .usage)
    #expect(await failure { _ = try await controller.comment(on: target, "On Friday?") }?.code == .usage)
    #expect(stage.server.comments.isEmpty)
  }

  @Test("what one has sent oneself is not liked")
  func ownLike() async throws {
    let page = FeedbackPage(feedback: [feedback(1, about: .push(UUID()), by: bob)], highest: 1)
    _ = try await stage.store.save(page, after: 0, for: .ada)
    let place = FeedbackTarget.entry(.place(number: 1, kind: nil))
    #expect(await failure { _ = try await controller.setLike(of: place, true) }?.code == .usage)
    #expect(stage.server.likes.isEmpty)
  }

  @Test("what goes before it was sent is not said to be sent")
  func erasedMeanwhile() async throws {
    _ = try await receive(1, InboxItem.task, from: bob)
    stage.sync.on("send messages") { [store = stage.store] in _ = try await store.redact([1], for: .ada) }
    let refused = await failure {
      _ = try await controller.comment(on: .item(number: 1, identity: nil), "On Friday?")
    }
    #expect(refused?.message == "It was taken back before it was sent.")
  }

  @Test("a number means what was listed there, whatever has come since")
  func places() async throws {
    let (first, second) = (UUID(), UUID())
    func receive(_ number: Int64, about push: UUID) async throws {
      let page = FeedbackPage(feedback: [feedback(number, about: .push(push), by: bob)], highest: number)
      _ = try await stage.store.save(page, after: number - 1, for: .ada)
    }
    try await receive(1, about: first)
    let conversation = try ScriptedConversation()
    let listing = try await correspondence.list(ListCorrespondence(limit: 9), conversation)
    #expect(listing.entries.map(\.text) == ["c1"])
    try await receive(2, about: second)
    let place = CorrespondenceReference.place(number: 1, kind: nil)
    #expect(try await correspondence.show(ShowCorrespondence(place)).text == "c1")
    _ = try await controller.comment(on: .entry(place), "x")
    #expect(stage.server.comments == [.push(first)])
    #expect(try await correspondence.show(ShowCorrespondence(.place(number: 2, kind: nil))).text == "c1")
    let narrowed = CorrespondenceReference.place(number: 1, kind: .comment)
    #expect(try await correspondence.show(ShowCorrespondence(narrowed)).text == "c2", "nobody has seen that list")
    _ = try await correspondence.list(ListCorrespondence(limit: 9), conversation)
    #expect(try await correspondence.show(ShowCorrespondence(place)).text == "c2")
    try await receive(3, about: first)
    _ = try await correspondence.list(ListCorrespondence(kind: .comment, limit: 1), conversation)
    #expect(try await correspondence.show(ShowCorrespondence(place)).text == "c3", "of the list that was seen last")
  }

  @Test("what the server refuses is told at once, and is not kept")
  func refused() async throws {
    _ = try await receive(1, InboxItem.task, from: bob)
    answer("They do not follow you.")
    let target = FeedbackTarget.item(number: 1, identity: nil)
    let refused = await failure { _ = try await controller.comment(on: target, "On Friday?") }
    #expect(refused?.code == .refused && refused?.message == "They do not follow you.")
    #expect(try await controller.list(about: target, asksServer: false).feedback.isEmpty)
  }

  @Test("a forged hint leads nowhere: what it names has to be between the user and who sent the hint")
  func forged() async throws {
    let other = try await receive(1, InboxItem.task, from: carol)
    _ = try await receive(2, hint("comment", about: #"{"message":{"user":"\#(carol)","sequence":5}}"#), from: bob)
    _ = try await receive(3, hint("like", about: #"{"push":"\#(other.push)"}"#), from: bob)
    for number in [2, 3] as [Int64] {
      let refused = await failure { _ = try await controller.comment(on: .item(number: number, identity: nil), "x") }
      #expect(refused?.message.contains("nobody to read") == true)
    }
    #expect(stage.server.comments.isEmpty)
    _ = try await receive(4, hint("comment", about: #"{"message":{"user":"\#(bob)","sequence":5}}"#), from: bob)
    _ = try await controller.comment(on: .item(number: 4, identity: nil), "x")
    #expect(stage.server.comments == [.message(user: bob, sequence: 5)])
  }

  @Test("a hint that came before what it tells of has the server asked, and leads to its sender's newest")
  func early() async throws {
    let push = UUID()
    _ = try await receive(1, hint("comment", about: #"{"push":"\#(push)"}"#), from: bob)
    let page = FeedbackPage(
      feedback: [feedback(1, about: .push(push), by: bob), feedback(2, about: .push(push), by: carol)], highest: 2)
    stage.server.script {
      $0.sequences = Sequences(inbox: SequenceBounds(first: 1, highest: 1), changes: 0)
      $0.feedback[0] = page
      $0.feedback[2] = FeedbackPage(highest: 2)
    }
    let row = try await correspondence.show(ShowCorrespondence(.hint(item: 1)))
    #expect(row.text == "c1" && row.push == push && row.isAboutOwn == true)
    _ = try await controller.comment(on: .item(number: 1, identity: nil), "x")
    #expect(stage.server.comments == [.push(push)])
  }

  @Test("a view that is drawn again asks nothing and changes nothing")
  func redrawn() async throws {
    let push = UUID()
    _ = try await stage.store.save(
      FeedbackPage(feedback: [feedback(1, about: .push(push), by: bob)], highest: 1), after: 0, for: .ada)
    let id = try #require(try await stage.store.correspondence([.comment], limit: 1, for: .ada).first).id
    _ = try await correspondence.show(ShowCorrespondence(.id(id)))
    let changes = await stage.store.changes(for: .ada)
    let before = stage.log.calls
    let conversation = try ScriptedConversation()
    for _ in 1...3 {
      _ = try await correspondence.list(
        ListCorrespondence(limit: 9, isSeen: false, asksServer: false), conversation)
      _ = try await correspondence.show(ShowCorrespondence(.id(id), isSeen: false))
      _ = try await controller.list(about: .entry(.id(id)), asksServer: false)
    }
    #expect(stage.log.calls.filter { $0 != "send decisions" } == before.filter { $0 != "send decisions" })
    try await stage.store.close()
    var count = 0
    for await _ in changes { count += 1 }
    #expect(count == 0)
  }

  @Test("the user's proposals are named where that is asked for, by what the server has, and nothing of them is read")
  func names() async throws {
    let (tea, old, gone) = (UUID(), UUID(), UUID())
    let said = [tea, old, gone].enumerated().map { feedback(Int64($0) + 1, about: .push($1), by: bob) }
    _ = try await stage.store.save(FeedbackPage(feedback: said, highest: 3), after: 0, for: .ada)
    func sent(_ push: UUID, _ payload: String?) -> SentPush {
      SentPush(push: push, user: bob, name: "bob", createdAt: .sample, state: .accepted, payload: payload)
    }
    try await stage.receive(#"{"kind":"decision","proposal":"\#(tea)"}"#)
    stage.server.script {
      $0.sentPushes[nil] = SentPushes(pushes: [sent(tea, InboxItem.task), sent(gone, nil)], next: gone)
      $0.sentPushes[gone] = SentPushes(pushes: [sent(old, #"{"aps":{"alert":"A\nB"},"kind":"task"}"#)])
    }
    func subjects(_ isNamed: Bool) async throws -> [String?] {
      let request = ListCorrespondence(limit: 9, isSeen: false, asksServer: false, namesProposals: isNamed)
      return try await correspondence.list(request, ScriptedConversation()).entries.sorted { $0.text! < $1.text! }.map(
        \.subject)
    }
    #expect(try await subjects(false) == [nil, nil, nil])
    #expect(!stage.log.calls.contains { $0.hasPrefix("sent ") }, "nobody was asked")
    #expect(try await subjects(true) == ["Water the plants", "A", nil])
    #expect(try await stage.store.unsyncedDecisions(for: .ada).isEmpty)
    stage.disconnect()
    #expect(try await subjects(true) == [nil, nil, nil])
  }

  @Test("a full page of long texts comes in parts, each of which is asked for after the one before")
  func pages() async throws {
    func page(_ numbers: ClosedRange<Int64>) -> FeedbackPage {
      FeedbackPage(feedback: numbers.map { feedback($0, about: .push(UUID()), by: bob) }, highest: 130)
    }
    stage.server.script {
      $0.feedback[0] = page(1...100)
      $0.feedback[100] = page(101...130)
    }
    let listing = try await correspondence.list(ListCorrespondence(limit: 500), ScriptedConversation())
    #expect(listing.entries.count == 130 && listing.askedAt == nil)
    stage.disconnect()
    #expect(try await correspondence.list(ListCorrespondence(limit: 1), ScriptedConversation()).askedAt != nil)
  }
}
