import AgentAPI
import Foundation
import Localization
import Testing

@testable import DesktopModel

@Suite("The inbox in the window", .timeLimit(.minutes(1)))
@MainActor
struct InboxListModelTests {
  private let service = StoredInbox()
  private let display = SeenItems()

  private func list() -> InboxListModel {
    let list = InboxListModel(service)
    list.display = display
    display.model = list
    return list
  }

  @Test("has the newest items first, and says how many are new")
  func newest() async {
    service.numbers = Array(1...3)
    let list = list()
    var unread: [Int] = []
    list.unreadChanged = { unread.append($0) }
    list.refresh()
    await display.wait { $0 == [3, 2, 1] }
    #expect(unread == [3] && list.emptiness == .empty)
  }

  @Test("reads older items when the last one is looked at, and no item twice")
  func older() async {
    service.numbers = Array(1...250)
    let list = list()
    list.refresh()
    await display.wait { $0 == (1...250).reversed() }
    #expect(service.asked == [nil, 151, 51])
  }

  @Test("has all items count as read, or says why they don't")
  func allRead() async {
    service.numbers = Array(1...3)
    let list = list()
    list.refresh()
    await until { list.unreadCount == 3 }
    list.markAllRead()
    await until { list.unreadCount == 0 }
    (service.numbers, service.isAllRead) = ([4], false)
    list.refresh()
    await until { list.unreadCount == 1 }
    service.failure = Failure(.unavailable, "There is no agent.")
    list.markAllRead()
    await display.waitForReport { $0 == ["There is no agent."] }
    #expect(list.unreadCount == 1)
  }

  @Test("keeps what was read as new items come, and finds an item wherever it is")
  func changes() async {
    service.numbers = Array(1...120)
    let list = list()
    list.refresh()
    await display.wait { $0.count == 120 }
    service.numbers.append(121)
    list.refresh()
    await display.wait { $0 == (1...121).reversed() }
    #expect(list.row(of: 120) == 1 && list.row(of: 500) == nil)
    #expect(display.edits.last == RowEdit(row: 0, removed: 0, inserted: 1))
  }

  @Test("is empty and says why where nobody is logged in")
  func missing() async {
    service.numbers = [1]
    let list = list()
    list.refresh()
    await display.wait { $0 == [1] }
    service.failure = Failure(.refused, "You are not logged in.")
    list.refresh()
    await display.wait { $0.isEmpty }
    #expect(list.emptiness == .missing(Failure(.refused, "You are not logged in.")) && list.unreadCount == 0)
  }

  @Test("stays while there is no agent, and tells afterwards what has come meanwhile")
  func agentAway() async {
    service.numbers = [1, 2]
    let list = list()
    var arrived: [Int64] = []
    list.arrived = { arrived += $0.map(\.number) }
    list.refresh()
    await display.wait { $0 == [2, 1] }
    let asked = service.asked.count
    service.failure = Failure(.unavailable, "The agent is being started.")
    list.refresh()
    while service.asked.count == asked { await Task.yield() }
    #expect(list.items.map(\.number) == [2, 1] && !list.isMissing)
    service.failure = nil
    service.numbers.append(3)
    list.refresh()
    await display.wait { $0 == [3, 2, 1] }
    #expect(arrived == [3])
  }

  @Test("is there after a login")
  func login() async {
    service.numbers = [1]
    service.failure = Failure(.refused, "You are not logged in.")
    let list = list()
    list.refresh()
    await display.waitForReport { _ in list.isMissing }
    service.failure = nil
    list.refresh()
    await display.wait { $0 == [1] }
  }

  @Test("becomes another list by one edit")
  func edits() {
    for (old, new) in [
      ([1, 2, 3], [1, 2, 3]), ([], [1]), ([1], []), ([1, 2, 3], [0, 1, 2, 3]), ([1, 2, 3], [1, 3]), ([1, 1], [1]),
      ([1, 2], [3, 4, 5]),
    ] {
      let edit = RowEdit.between(old, new)
      var made = old
      if let edit {
        made.replaceSubrange(edit.row..<edit.row + edit.removed, with: new[edit.row..<edit.row + edit.inserted])
      }
      #expect(made == new && (edit == nil) == (old == new), "\(old) \(new)")
    }
  }
}

/// Items as an agent answers about them.
private final class StoredInbox: InboxService {
  func task(called shortID: String) async throws(Failure) -> UUID { UUID() }

  // The model asks on the main actor, one question after the other.
  nonisolated(unsafe) var numbers: [Int64] = []
  nonisolated(unsafe) var failure: Failure?
  nonisolated(unsafe) var asked: [Int64?] = []
  nonisolated(unsafe) var isAllRead = false

  @MainActor
  func inbox(limit: Int, before number: Int64?) async throws(Failure) -> InboxListing {
    asked.append(number)
    if let failure { throw failure }
    let found = numbers.reversed().filter { $0 < number ?? .max }
    return InboxListing(
      items: found.prefix(limit).map {
        InboxRow(number: $0, kind: "notice", title: "\($0)", text: "", state: .unread, receivedAt: .distantPast)
      }, unreadCount: isAllRead ? 0 : numbers.count, hasMore: found.count > limit)
  }

  @MainActor
  func markAllRead() async throws(Failure) {
    if let failure { throw failure }
    isAllRead = true
  }

  func open(_ item: InboxRow) async throws(Failure) -> InboxRow { item }
  func delete(_ item: InboxRow) async throws(Failure) {}

  func decide(_ isAccepted: Bool, _ item: InboxRow) async throws(Failure) -> InboxRow { item }
}

/// Rows as a list of GTK's has them: it looks at all of them, when it is told to.
@MainActor
private final class SeenItems: ListDisplay {
  weak var model: InboxListModel?
  private(set) var edits: [RowEdit] = []
  private var reports: [String] = []
  private var rowCount = 0
  private var waiting: (condition: ([Int64]) -> Bool, continuation: CheckedContinuation<Void, Never>)?

  func edit(_ edits: [RowEdit]) {
    self.edits += edits
    for edit in edits { rowCount += edit.inserted - edit.removed }
    look()
  }

  func reload(_ rows: Range<Int>) { look() }

  func report(_ failure: Failure) {
    reports.append(failure.message)
    look()
  }

  func waitForReport(_ condition: @escaping ([String]) -> Bool) async {
    await wait { [weak self] _ in condition(self?.reports ?? []) }
  }

  private func look() {
    let numbers = numbers
    guard let (condition, continuation) = waiting, condition(numbers) else { return }
    waiting = nil
    continuation.resume()
  }

  func wait(_ condition: @escaping ([Int64]) -> Bool) async {
    if condition(numbers) { return }
    await withCheckedContinuation { waiting = (condition, $0) }
  }

  private var numbers: [Int64] { (0..<rowCount).compactMap { model?.item(at: $0)?.number } }
}
