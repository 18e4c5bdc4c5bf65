import AgentAPI
import DesktopModel
import Foundation
import Localization
import Testing

@Suite("A conversation in the window", .timeLimit(.minutes(1)))
@MainActor
struct ThreadModelTests {
  private let service = StoredThread()
  private let bob = UUID()

  private func content(_ model: ThreadModel) -> ThreadContent? {
    if case .content(let content) = model.state { content } else { nil }
  }

  private func numbers(_ model: ThreadModel) -> [Int64] { content(model)?.messages.compactMap(\.number) ?? [] }

  @Test("shows the newest messages, and marks those that are new, before they count as seen")
  func newest() async {
    service.count = 5
    service.unreadCount = 2
    let model = ThreadModel(service)
    model.look(true)
    model.show(bob)
    await until { service.unreadCount == 0 && service.asked.contains { $0.asksServer } }
    await meanwhile()
    #expect(numbers(model) == [1, 2, 3, 4, 5])
    #expect(content(model)?.newCount == 2 && content(model)?.firstNew == service.id(4))
    #expect(service.asked.first?.isSeen == false)
  }

  @Test("knows whether the other one is blocked, also where another device does that while it is open")
  func blocked() async {
    service.blocked = [bob]
    let model = ThreadModel(service)
    model.show(bob)
    await until { content(model)?.isBlocked == true }
    for isBlocked in [false, true] {
      service.blocked = isBlocked ? [bob] : []
      model.refresh()
      await until { content(model)?.isBlocked == isBlocked }
    }
  }

  @Test("counts what is new also where it is more than what was read")
  func manyNew() async {
    service.count = 300
    service.unreadCount = 250
    let model = ThreadModel(service)
    model.show(bob)
    await until { content(model) != nil }
    #expect(content(model)?.newCount == 250 && content(model)?.firstNew == nil)
    for count in [200, 300] {
      model.readOlder()
      await until { numbers(model).count == count }
    }
    #expect(content(model)?.firstNew == service.id(51))
  }

  @Test("leaves unread what comes while nobody looks, and does not have it connected")
  func background() async {
    service.count = 1
    let model = ThreadModel(service)
    model.look(true)
    model.show(bob)
    await until { content(model) != nil }
    #expect(service.open == bob)
    model.look(false)
    #expect(service.open == nil)
    (service.count, service.unreadCount) = (2, 1)
    model.refresh()
    await until { numbers(model) == [1, 2] }
    #expect(service.unreadCount == 1 && content(model)?.newCount == 1)
    model.look(true)
    #expect(service.open == bob)
    await until { service.unreadCount == 0 }
    #expect(content(model)?.firstNew == service.id(2))
  }

  @Test("is not connected any more where another one is shown, or none")
  func another() async {
    let model = ThreadModel(service)
    let eve = UUID()
    model.look(true)
    model.show(bob)
    model.show(eve)
    #expect(service.open == eve)
    model.show(nil)
    #expect(service.open == nil && model.state == .nothing)
    await meanwhile()
    #expect(model.state == .nothing)
  }

  @Test("reads older messages on demand, as far as a limit, and keeps them as new ones come")
  func older() async {
    service.count = 900
    let model = ThreadModel(service)
    model.show(bob)
    await until { numbers(model) == Array(801...900) }
    model.readOlder()
    model.readOlder()
    await until { numbers(model) == Array(701...900) }
    service.count = 901
    model.refresh()
    await until { numbers(model) == Array(701...901) }
    while content(model)?.hasOlder == true {
      let count = numbers(model).count
      model.readOlder()
      await until { numbers(model).count > count }
    }
    #expect(numbers(model).count <= 600)
  }

  @Test("sends what is written, and shows how far it has come")
  func writing() async throws {
    let model = ThreadModel(service)
    model.show(bob)
    await until { content(model) != nil }
    try await model.write("Tea?", in: bob)
    await until { content(model)?.messages.last?.text == "Tea?" }
    #expect(content(model)?.messages.last?.mark?.word == "waiting")
    try await model.write(" \n", in: bob)
    #expect(service.written == ["Tea?"])
    service.failure = Failure(.usage, "A message has at most 4,096 bytes.")
    await #expect(throws: Failure.self) { try await model.write("too long", in: bob) }
  }

  @Test("stays while there is no agent, and says what else prevents it")
  func failing() async {
    service.count = 1
    let model = ThreadModel(service)
    model.show(bob)
    await until { numbers(model) == [1] }
    service.failure = Failure(.unavailable, "The agent is being started.")
    model.refresh()
    await meanwhile()
    #expect(numbers(model) == [1])
    service.failure = Failure(.refused, "You are not logged in.")
    model.refresh()
    await until { model.state == .gone(Failure(.refused, "You are not logged in.")) }
  }

  @Test("has a mark for each way a message of one's own can stand, and none once it is back from the server")
  func marks() {
    func word(_ state: ChannelMessageRow.State, isOwn: Bool = true) -> String? {
      ChannelMessageRow(id: UUID(), senderName: "ada", isOwn: isOwn, text: "", state: state).mark?.word
    }
    #expect(word(.sending) == "waiting" && word(.sent) == "sent" && word(.failed) == "refused")
    #expect(word(.received) == nil && word(.sending, isOwn: false) == nil)
  }
}

/// Messages as an agent answers about them.
private final class StoredThread: ThreadService {
  struct Question: Equatable {
    let before: Int64?
    let asksServer: Bool
    let isSeen: Bool
  }

  // The model asks on the main actor, one question after the other.
  nonisolated(unsafe) var count = 0
  nonisolated(unsafe) var unreadCount = 0
  nonisolated(unsafe) var written: [String] = []
  nonisolated(unsafe) var failure: Failure?
  nonisolated(unsafe) var asked: [Question] = []
  nonisolated(unsafe) var open: UUID?
  nonisolated(unsafe) var blocked: Set<UUID> = []
  private let base = UUID()

  /// The id of the message with a number.
  func id(_ number: Int) -> UUID {
    var bytes = base.uuid
    withUnsafeMutableBytes(of: &bytes) { $0.storeBytes(of: Int64(number), as: Int64.self) }
    return UUID(uuid: bytes)
  }

  @MainActor
  func history(
    of channel: UUID, limit: Int, before number: Int64?, asksServer: Bool, isSeen: Bool
  ) async throws(Failure) -> ChannelHistory {
    asked.append(Question(before: number, asksServer: asksServer, isSeen: isSeen))
    if let failure { throw failure }
    if isSeen { unreadCount = 0 }
    let end = number.map { Int($0) - 1 } ?? count
    let first = max(1, end - limit + 1)
    var rows = (first...max(first, end)).filter { $0 <= end }.map {
      ChannelMessageRow(
        id: id($0), number: Int64($0), senderName: "bob", isOwn: false, text: "\($0)", state: .received)
    }
    if number == nil {
      rows += written.map { ChannelMessageRow(id: UUID(), senderName: "ada", isOwn: true, text: $0, state: .sending) }
    }
    let row = ChannelRow(
      id: channel, title: "bob", description: "", isJoined: true, unreadCount: unreadCount, isConversation: true)
    return ChannelHistory(channel: row, messages: rows, hasMore: first > 1, isCurrent: true, isConnected: true)
  }

  @MainActor
  func isBlocked(_ user: UUID) -> Bool { blocked.contains(user) }

  @MainActor
  func write(_ text: String, in channel: UUID) async throws(Failure) {
    if let failure { throw failure }
    written.append(text)
  }

  func beginLooking(at channel: UUID) { open = channel }

  func endLooking(at channel: UUID) { if open == channel { open = nil } }
}
