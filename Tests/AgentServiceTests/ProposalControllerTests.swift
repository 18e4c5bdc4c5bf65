import AgentAPI
import CivilTime
import Foundation
import Inbox
import ServerAPI
import ServerClient
import StoreTesting
import Testing
import VaultModel

@testable import AgentService

@Suite("Requests about proposals")
struct ProposalControllerTests {
  private let stage: InboxStage
  private let grace = InboxOwner.grace.user
  private let tasks = InMemoryTaskStore()

  init() async throws {
    stage = try await InboxStage()
    let profile = Profile(user: grace, name: "grace", followerCount: 0, isFollowed: true, isFollower: true)
    stage.server.script { [grace] in $0.profiles[grace] = profile }
  }

  private var controller: ProposalController {
    ProposalController(
      owners: stage.owners, store: stage.store, sync: stage.sync, people: stage.people, server: stage.server,
      tasks: tasks)
  }

  private func failure(_ body: () async throws -> Void) async -> Failure? {
    await #expect(throws: Failure.self) { try await body() }
  }

  private func sent(
    _ payload: String? = #"{"aps":{"alert":"Tea"},"kind":"task"}"#, _ state: SentPushState = .open,
    _ push: UUID = UUID()
  ) -> SentPush {
    SentPush(
      push: push, user: grace, name: "grace", createdAt: .sample, state: state, since: state == .open ? nil : .sample,
      payload: payload)
  }

  @Test("send a task that whoever gets it reads as it was meant, once whatever happens")
  func proposes() async throws {
    let name = "Water the \"plants\" \u{1F331}"
    let draft = ProposalDraft(
      person: grace.text, name: name, notes: "The ones\non the balcony.", due: DueMoment(.sample), expiresAt: .sample,
      key: "mine")
    let row = try await controller.propose(draft)
    #expect(
      row
        == ProposalRow(
          id: ScriptedServer.push, user: grace, name: "grace", text: name, notes: "The ones\non the balcony.",
          dueDate: .sample, createdAt: .sample))
    let push = try #require(stage.server.pushes.first)
    #expect(push.recipient == .alias(grace) && push.key == "mine" && push.expiresAt == .sample)
    let task = AcceptedTask(PushPayload(push.payload), push: row.id, at: .distantPast).task
    #expect(
      task.name == name && task.notes == draft.notes && task.dueDate == MomentText.date(MomentText.whole(.sample)))
    #expect(PushPayload(push.payload).kind == .task && PushPayload(push.payload).problems.isEmpty)
    _ = try await controller.propose(ProposalDraft(person: grace.text, name: "Tea"))
    #expect(stage.server.pushes.last.flatMap { UUID(uuidString: $0.key) } != nil)
    #expect(stage.server.pushes.last?.payload == #"{"aps":{"alert":{"title":"Tea"},"category":"TASK"},"kind":"task"}"#)
  }

  @Test("send a day as one, which stays that day wherever it is read, beside its last second for who reads no days")
  func day() async throws {
    let day = try #require(CivilDate(year: 2027, month: .january, day: 22))
    let end = LocalZone.system().end(of: day)
    _ = try await controller.propose(
      ProposalDraft(person: grace.text, name: "Tea", due: DueMoment(end, isAllDay: true)))
    let text = try #require(stage.server.pushes.last?.payload)
    #expect(text.contains(#""day":"2027-01-22""#), "\(text)")
    let payload = PushPayload(text)
    #expect(payload.due == MomentText.date(MomentText.whole(end)) && payload.problems.isEmpty)
    let task = AcceptedTask(payload, push: UUID(), at: .sample).task
    #expect(task.isAllDay && task.dueDate == end)
  }

  @Test("send no text of a task that is protected, or gone, by the time it would leave")
  func protected() async throws {
    let (open, key) = (
      TodoTask(id: UUID(), name: "Tea", createdAt: .sample),
      TodoTask(id: UUID(), label: "Key", seal: .sample(1), createdAt: .sample)
    )
    for task in [open, key] { try await tasks.create(task) }
    for task in [key.id, UUID()] {
      let refusal = await failure {
        _ = try await controller.propose(ProposalDraft(person: grace.text, name: "Under the flowerpot", task: task))
      }
      #expect(refusal?.code == .refused && refusal?.hint == "Nothing was sent.")
    }
    #expect(stage.server.pushes.isEmpty)
    _ = try await controller.propose(ProposalDraft(person: grace.text, name: "Tea", task: open.id))
    #expect(stage.server.pushes.count == 1)
  }

  @Test("send nothing that can't be, nothing to oneself, and nothing to whom nobody knows")
  func refusals() async throws {
    let drafts: [(ProposalDraft, String)] = [
      (ProposalDraft(person: grace.text, name: " "), "can't be empty"),
      (ProposalDraft(person: grace.text, name: String(repeating: "x", count: 4097)), "at most 4096 bytes"),
      (ProposalDraft(person: grace.text, name: String(repeating: "\"", count: 2100)), "at most 4096 bytes, and this"),
      (ProposalDraft(person: grace.text, name: "x", notes: String(repeating: "x", count: 4100)), "at most 4096 bytes"),
      (ProposalDraft(person: InboxOwner.ada.user.text, name: "x"), "That is you."),
      (ProposalDraft(person: UUID().uuidString, name: "x"), "There is no user"),
      (ProposalDraft(person: "alan", name: "x"), "nor the name of a contact"),
    ]
    for (draft, words) in drafts {
      let refusal = await failure { _ = try await controller.propose(draft) }
      #expect(refusal?.code == .usage && refusal?.message.contains(words) == true, "\(String(describing: refusal))")
    }
    #expect(stage.server.pushes.isEmpty)
  }

  @Test("list what waits, or all, but for what proposes nothing, and read what told of decisions about what is listed")
  func lists() async throws {
    let about = UUID()
    try await stage.receive(
      #"{"kind":"decision","proposal":"\#(about)"}"#, InboxItem.task, #"{"kind":"follow"}"#)
    let (first, second) = (sent(nil, .accepted, about), sent(nil, .expired))
    let pages = SentPushes(
      pushes: [sent(), sent(#"{"aps":{"alert":"Look"}}"#), first, second], next: about)
    let rest = SentPushes(pushes: [sent(#"{"aps":{"alert":{"title":"T","body":"B"}},"due":1}"#, .rejected)])
    stage.server.script {
      $0.sentPushes[nil] = pages
      $0.sentPushes[about] = rest
    }
    // Nothing of these is listed.
    stage.server.script { $0.sentPushes[nil] = SentPushes(pushes: []) }
    _ = try await controller.list(ListProposals(limit: 9, all: false))
    #expect(try await stage.store.unsyncedDecisions(for: .ada).isEmpty)
    stage.server.script { $0.sentPushes[nil] = pages }
    let listing = try await controller.list(ListProposals(limit: 9, all: true))
    #expect(listing.proposals.map(\.text) == ["Tea", nil, "T"] && listing.next == nil)
    #expect(listing.proposals.map(\.decision) == [.open, .accepted, .rejected])
    #expect(listing.proposals[2].notes == "B" && listing.proposals[2].dueDate == Date(timeIntervalSince1970: 1))
    #expect(listing.proposals[1].decidedAt == .sample && listing.proposals[0].decidedAt == nil)
    #expect(stage.log.calls.suffix(3) == ["sent all 9", "sent all 7", "send decisions"])
    #expect(try await stage.store.unsyncedDecisions(for: .ada).map(\.sequence) == [1])
    let one = try await controller.list(ListProposals(limit: 3, all: false))
    #expect(one.next == nil && stage.log.calls.suffix(3) == ["sent open 3", "sent open 1", "send decisions"])
    _ = try await controller.list(ListProposals(limit: 5000, all: true, before: about))
    #expect(stage.log.calls.suffix(2) == ["sent all 100", "send decisions"])
  }

  @Test("end where a server goes on without end")
  func endless() async throws {
    let push = UUID()
    let page = SentPushes(pushes: [sent("{}")], next: push)
    stage.server.script {
      $0.sentPushes[nil] = page
      $0.sentPushes[push] = page
    }
    let listing = try await controller.list(ListProposals(limit: 3, all: true))
    #expect(listing == ProposalListing(next: push) && stage.log.calls.count == 20)
    _ = await failure { _ = try await controller.show("4f2a6c1e") }
    #expect(stage.log.calls.count == 40)
  }

  @Test("show one by its id or the beginning of it, and read what told of it alone")
  func shows() async throws {
    let ids = try ["4F2A6C1E-0000-4000-8000-000000000001", "4F2A6C1E-0000-4000-8000-000000000002"].map {
      try #require(UUID(uuidString: $0))
    }
    let other = UUID()
    try await stage.receive(
      ids.map { #"{"kind":"decision","proposal":"\#($0)"}"# }[0], #"{"kind":"decision","proposal":"\#(other)"}"#)
    let page = SentPushes(pushes: [sent(push: ids[0]), sent(push: ids[1]), sent(push: other)])
    stage.server.script { $0.sentPushes[nil] = page }
    #expect(try await controller.show(ids[0].uuidString).id == ids[0])
    #expect(try await stage.store.unsyncedDecisions(for: .ada).map(\.sequence) == [1])
    #expect(try await controller.show(String(other.text.prefix(8))).id == other)
    for (text, words) in [
      ("4f2a6c1e", "Several proposals begin like that."), ("4f2a6c1", "is no proposal of yours"),
      (UUID().uuidString, "is no proposal of yours"), ("%_______", "is no proposal of yours"),
    ] {
      let refusal = await failure { _ = try await controller.show(text) }
      #expect(refusal?.code == .usage && refusal?.message.contains(words) == true, "\(text)")
    }
  }

  private func sent(push: UUID) -> SentPush { sent(#"{"kind":"task"}"#, .accepted, push) }

  @Test("say what is wrong where the server is too old, or the list has changed, or the answer was lost")
  func troubles() async throws {
    for (code, words) in [
      (ServerClientError.Code.notFound, "This server is too old to list proposals."),
      (.invalidInput, "The list has changed while it was read."),
    ] {
      stage.server.script { $0.problem = ServerClientError(code) }
      #expect(await failure { _ = try await controller.list(ListProposals(limit: 1, all: true)) }?.message == words)
    }
  }
}
