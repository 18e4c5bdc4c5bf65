import AgentAPI
import DesktopModel
import Foundation
import Localization
import Testing

@Suite("An item of the inbox in the window", .timeLimit(.minutes(1)))
@MainActor
struct InboxDetailModelTests {
  private let inbox = OneItemInbox()

  /// A model that shows the item, and what it tells.
  private func shown(_ item: InboxRow) async -> (InboxDetailModel, Told) {
    let model = InboxDetailModel(inbox)
    let told = Told(model)
    model.show(item)
    await told.change()
    return (model, told)
  }

  private func item(_ state: InboxRow.State, kind: String = "task", push: UUID = UUID()) -> InboxRow {
    InboxRow(
      number: 7, kind: kind, title: "Plants", text: "", state: state, receivedAt: .distantPast,
      identity: InboxIdentity(owner: "ada", push: push))
  }

  @Test("is decided by its identity, and told")
  func decided() async {
    let item = item(.pending)
    let (model, told) = await shown(item)
    model.decide(true)
    #expect(await told.message() == "Accepted: “Plants”")
    #expect(inbox.decided.map(\.identity) == [item.identity])
    #expect(model.state == .item(self.item(.accepted, push: item.identity?.push ?? UUID())))
  }

  @Test("is decided once, however often a button is pressed")
  func once() async {
    let (model, told) = await shown(item(.pending))
    model.decide(true)
    model.decide(false)
    #expect(await told.message() == "Accepted: “Plants”" && inbox.decided.count == 1)
  }

  @Test(
    "is called by its title where it was decided or over meanwhile, for as long as it has it",
    arguments: [
      (.accepted, "“Plants” was accepted already, and that stands."),
      (.rejected, "“Plants” was declined already, and that stands."), (.expired, "“Plants” has expired."),
      (nil, "Item 7 was redacted: its text is gone."),
    ] as [(InboxRow.State?, String)])
  func late(state: InboxRow.State?, words: String) async {
    let (model, told) = await shown(item(.pending))
    inbox.failure = Failure(.usage, "Item 7 was redacted: its text is gone.")
    inbox.present = state
    model.decide(true)
    #expect(await told.message() == words)
    #expect(told.notices.map { $0.item == nil } == (state == nil ? [] : [false]))
  }

  @Test("is not decided where there is nothing to decide", arguments: [InboxRow.State.accepted, .rejected, .expired])
  func over(state: InboxRow.State) async {
    let (model, _) = await shown(item(state))
    model.decide(false)
    let (notice, _) = await shown(item(.read, kind: "notice"))
    notice.decide(true)
    #expect(inbox.decided.isEmpty)
  }

  @Test("is deleted once, shown no more, and nothing that was done before is taken back in its place")
  func deleted() async {
    let (model, told) = await shown(item(.read, kind: "notice"))
    guard let item = model.deletable else {
      Issue.record("it can't be deleted")
      return
    }
    model.delete(item)
    model.delete(item)
    #expect(
      await told.message() == "Deleted: “Plants”"
        && told.notices == [Notice("Deleted: “Plants”", isFinal: true, isOfInbox: true, brief: "deleted")])
    #expect(inbox.deleted == [7] && model.state == .nothing && model.deletable == nil)
  }

  @Test(
    "is told of, when it was deleted, as what has the words of the task that was made of it, where that is still there")
  func deletedWithTask() async {
    for failure in [nil, Failure(.usage, "There is no such task.")] {
      var item = item(.accepted)
      item.task = "4f2a"
      let (model, told) = await shown(item)
      inbox.lookUp = failure
      model.delete(item)
      #expect(await told.message() == "Deleted: “Plants”")
      #expect(told.notices.map(\.tasks) == [failure == nil ? [inbox.task] : []])
    }
  }

  @Test("is followed when it is decided elsewhere")
  func followed() async {
    let item = item(.pending)
    let (model, _) = await shown(item)
    let decided = self.item(.rejected, push: item.identity?.push ?? UUID())
    model.follow(decided)
    #expect(model.state == .item(decided))
  }

  @Test("that can't be decided is told, and stays as it is")
  func refused() async {
    let item = item(.pending)
    let (model, told) = await shown(item)
    inbox.failure = Failure(.usage, "It is another item now.")
    model.decide(true)
    #expect(await told.message() == "It is another item now.")
    #expect(model.state == .item(item))
  }
}

/// What a model has changed and told.
@MainActor
private final class Told {
  private var changes = 0
  private var messages: [String] = []
  private(set) var notices: [Notice] = []
  private var changing: CheckedContinuation<Void, Never>?
  private var telling: CheckedContinuation<Void, Never>?

  init(_ model: InboxDetailModel) {
    model.changed = { [weak self] _ in
      self?.changes += 1
      self?.changing?.resume()
      self?.changing = nil
    }
    model.told = { [weak self] outcome in
      switch outcome {
      case .success(let notice):
        self?.messages.append(notice.text)
        self?.notices.append(notice)
      case .failure(let failure): self?.messages.append(failure.message)
      }
      self?.telling?.resume()
      self?.telling = nil
    }
  }

  func change() async { if changes == 0 { await withCheckedContinuation { changing = $0 } } }

  func message() async -> String? {
    if messages.isEmpty { await withCheckedContinuation { telling = $0 } }
    return messages.last
  }
}

/// Opens and decides whatever it is asked about.
@MainActor
private final class OneItemInbox: InboxService {
  let task = UUID()
  nonisolated(unsafe) var lookUp: Failure?

  @MainActor
  func task(called shortID: String) async throws(Failure) -> UUID {
    if let lookUp { throw lookUp }
    return task
  }

  var deleted: [Int64] = []
  // The model asks on the main actor, one question after the other.
  nonisolated(unsafe) var decided: [InboxRow] = []
  nonisolated(unsafe) var failure: Failure?

  func markAllRead() async throws(Failure) {}

  func inbox(limit: Int, before number: Int64?) async throws(Failure) -> InboxListing {
    InboxListing(items: [], unreadCount: 0, hasMore: false)
  }

  @MainActor
  func open(_ item: InboxRow) async throws(Failure) -> InboxRow {
    var item = item
    item.state = present ?? item.state
    return item
  }

  /// What the item is by now.
  nonisolated(unsafe) var present: InboxRow.State?

  @MainActor
  func delete(_ item: InboxRow) async throws(Failure) { deleted.append(item.number) }

  func decide(_ isAccepted: Bool, _ item: InboxRow) async throws(Failure) -> InboxRow {
    if let failure { throw failure }
    decided.append(item)
    var item = item
    item.state = isAccepted ? .accepted : .rejected
    return item
  }
}
