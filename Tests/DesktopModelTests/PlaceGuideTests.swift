import AgentAPI
import DesktopModel
import Foundation
import Localization
import Testing

@Suite("What is asked for from outside the window", .timeLimit(.minutes(1)))
@MainActor
struct PlaceGuideTests {
  private let scene = Scene()

  @Test("waits for an agent, and then only the last is shown")
  func waits() async {
    let guide = scene.guide()
    guide.lead(to: .inbox)
    guide.open("vault://tasks")
    #expect(scene.shown.isEmpty)
    guide.isConnected = true
    await scene.wait { $0.shown == [.tasks] }
  }

  @Test("is shown one after the other, and of many that come meanwhile the last")
  func many() async {
    let guide = scene.guide()
    guide.isConnected = true
    for number in 1...1000 { guide.lead(to: .inboxItem(Int64(number), push: nil)) }
    await scene.wait { $0.shown.last == .inboxItem(1000, push: nil) }
    #expect(scene.shown.count <= 2)
  }

  @Test("is told once in a while where it can't be shown, in words that repeat nothing")
  func failures() async {
    let guide = scene.guide()
    guide.isConnected = true
    for _ in 1...1000 { guide.open("vault://<b>nothing</b>") }
    #expect(scene.told == ["The window was asked to open something that it does not know."])
    guide.open("file:///etc/passwd")
    #expect(scene.told.count == 1)
    scene.now += PlaceGuide.quietTime
    guide.open("file:///etc/passwd")
    #expect(scene.told.count == 2 && Set(scene.told).count == 1)
    scene.now += PlaceGuide.quietTime
    scene.failure = Failure(.usage, "There is none.")
    guide.lead(to: .inbox)
    await scene.wait { $0.told.last == "There is none." }
    scene.failure = nil
    guide.lead(to: .tasks)
    await scene.wait { $0.shown.last == .tasks }
  }

  /// What is shown and told.
  @MainActor
  private final class Scene {
    var shown: [WindowPlace] = []
    var told: [String] = []
    var failure: Failure?
    var now = ContinuousClock.now

    func guide() -> PlaceGuide {
      PlaceGuide(
        now: { self.now },
        show: { (place: WindowPlace) async throws(Failure) in
          await Task.yield()
          self.shown.append(place)
          if let failure = self.failure { throw failure }
        }, failed: { self.told.append($0.message) })
    }

    func wait(_ condition: (Scene) -> Bool) async { while !condition(self) { await Task.yield() } }
  }
}

@Suite("An item of the inbox that a place names", .timeLimit(.minutes(1)))
@MainActor
struct NamedItemTests {
  private func item(_ number: Int64, _ push: UUID) -> InboxRow {
    InboxRow(
      number: number, kind: "notice", title: "T", text: "", state: .unread, receivedAt: .distantPast,
      identity: InboxIdentity(owner: "ada", push: push))
  }

  @Test("is found by its number, and by its push where one is named")
  func found() async throws {
    let push = UUID()
    let inbox = NumberedInbox(items: [item(9, UUID()), item(7, push), item(3, UUID())])
    #expect(try await inbox.item(7, push: push).number == 7)
    #expect(try await inbox.item(7, push: nil).number == 7)
    #expect(try await inbox.item(9, push: nil).number == 9)
    for (number, push) in [(Int64(7), UUID()), (8, nil), (2, nil), (10, nil), (.max, nil), (3, push)] {
      await #expect(throws: PlaceFailure.noItem) { try await inbox.item(number, push: push) }
    }
  }
}

/// An inbox that lists.
private struct NumberedInbox: InboxService {
  func task(called shortID: String) async throws(Failure) -> UUID { UUID() }

  let items: [InboxRow]

  func markAllRead() async throws(Failure) {}

  func inbox(limit: Int, before number: Int64?) async throws(Failure) -> InboxListing {
    InboxListing(
      items: Array(items.filter { $0.number < number ?? .max }.prefix(limit)), unreadCount: 0, hasMore: false,
      owner: "ada")
  }

  func open(_ item: InboxRow) async throws(Failure) -> InboxRow { throw Failure(.usage, "It is not to be opened.") }
  func logIn() async throws(Failure) {}
  func delete(_ item: InboxRow) async throws(Failure) {}

  func decide(_ isAccepted: Bool, _ item: InboxRow) async throws(Failure) -> InboxRow { item }
}
