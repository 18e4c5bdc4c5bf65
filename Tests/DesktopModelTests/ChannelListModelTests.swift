import AgentAPI
import DesktopModel
import Foundation
import Localization
import Testing

@Suite("The channels in the window", .timeLimit(.minutes(1)))
@MainActor
struct ChannelListModelTests {
  private let service = StoredChannels()

  private func channel(_ title: String, isJoined: Bool = false) -> ChannelRow {
    ChannelRow(id: UUID(), title: title, description: "", isJoined: isJoined)
  }

  @Test("are asked for when somebody looks; what is unread is known before")
  func looking() async {
    let news = channel("News", isJoined: true)
    service.rows = [channel("Garden"), news]
    service.unread = [UnreadChannel(id: news.id, title: "News", unreadCount: 3)]
    let model = ChannelListModel(service)
    var counts: [Int] = []
    model.unreadChanged = { counts.append($0) }
    model.refresh()
    await until { counts == [3] }
    #expect(model.rows.isEmpty && service.listCount == 0)
    model.look(true)
    await until { model.rows.count == 2 }
    #expect(model.rows.map(\.unreadCount) == [0, 3] && model.row(of: news.id) == 1)
    service.unread = []
    model.refresh()
    await until { model.rows.map(\.unreadCount) == [0, 0] }
    #expect(service.listCount == 1 && counts == [3, 0])
  }

  @Test("are asked for once a minute while somebody looks, so that new ones come")
  func minutes() async {
    service.unread = []
    let model = ChannelListModel(service)
    model.passTime()
    await meanwhile()
    #expect(service.listCount == 0)
    model.look(true)
    await until { model.hasBeenRead }
    service.rows = [channel("Garden")]
    model.passTime()
    await until { model.rows.map(\.title) == ["Garden"] }
    #expect(service.listCount == 2)
  }

  @Test("are told of when somebody writes in one, but not of what was there at first")
  func arrivals() async {
    let id = UUID()
    service.unread = [UnreadChannel(id: id, title: "News", unreadCount: 3)]
    let model = ChannelListModel(service)
    var told: [Int] = []
    model.arrived = { told.append($0.unreadCount) }
    model.refresh()
    await until { model.unreadCount == 3 }
    for count in [4, 0, 1] {
      service.unread = count == 0 ? [] : [UnreadChannel(id: id, title: "News", unreadCount: count)]
      model.refresh()
      await until { model.unreadCount == count }
    }
    #expect(told == [4, 1])
  }

  @Test("are asked for once though there are none: what the agent keeps of the answer is told as a change")
  func none() async {
    service.unread = []
    let model = ChannelListModel(service)
    model.look(true)
    await until { model.hasBeenRead }
    for _ in 0..<3 {
      model.refresh()
      await meanwhile()
    }
    #expect(service.listCount == 1)
  }

  @Test("are forgotten where nobody is logged in any more")
  func logout() async {
    service.rows = [channel("Garden")]
    service.unread = []
    let model = ChannelListModel(service)
    var isForgotten = false
    model.forgotten = { isForgotten = true }
    model.look(true)
    await until { model.rows.count == 1 }
    model.look(false)
    service.unread = nil
    model.refresh()
    await until { model.rows.isEmpty }
    #expect(isForgotten && !model.hasBeenRead)
  }

  @Test("are joined and left, once however often a button is pressed")
  func switching() async {
    let garden = channel("Garden")
    service.rows = [garden]
    service.unread = []
    let model = ChannelListModel(service)
    var switched: [Bool] = []
    model.switched = { switched.append($0.isJoined) }
    model.look(true)
    await until { model.rows.count == 1 }
    async let first = model.join("gard")
    async let second = model.join("gard")
    let outcomes = await [first, second]
    #expect(outcomes.filter { $0 }.count == 1 && switched == [true])
    await until { model.rows.first?.isJoined == true }
    await model.leave(garden.id)
    #expect(switched == [true, false])
    #expect(await !model.join("  "))
  }

  @Test("say what prevents a change, and since when the list is old")
  func failing() async {
    service.rows = [channel("Garden")]
    service.unread = []
    service.fetchedAt = .distantPast
    service.isCurrent = false
    let model = ChannelListModel(service)
    let display = Reports()
    model.display = display
    model.look(true)
    await until { model.rows.count == 1 }
    #expect(model.staleSince != nil)
    service.failure = Failure(.usage, "There is no channel “x”.")
    #expect(await !model.join("x"))
    #expect(display.messages == ["There is no channel “x”."])
  }
}

@MainActor
private final class Reports: ListDisplay {
  private(set) var messages: [String] = []

  func edit(_ edits: [RowEdit]) {}

  func reload(_ rows: Range<Int>) {}

  func report(_ failure: Failure) { messages.append(failure.message) }
}

/// Channels as an agent answers about them.
private final class StoredChannels: ChannelService {
  // The model asks on the main actor, one question after the other.
  nonisolated(unsafe) var rows: [ChannelRow] = []
  nonisolated(unsafe) var unread: [UnreadChannel]?
  nonisolated(unsafe) var isCurrent = true
  nonisolated(unsafe) var fetchedAt: Date?
  nonisolated(unsafe) var failure: Failure?
  nonisolated(unsafe) var listCount = 0

  @MainActor
  func channels() async throws(Failure) -> ChannelListing {
    listCount += 1
    return ChannelListing(channels: rows, isCurrent: isCurrent, fetchedAt: fetchedAt)
  }

  @MainActor
  func unreadInChannels() async throws(Failure) -> [UnreadChannel]? { unread }

  @MainActor
  func join(_ channel: String) async throws(Failure) -> ChannelRow {
    // The server takes its time.
    for _ in 0..<50 { await Task.yield() }
    return try set(isJoined: true)
  }

  @MainActor
  func leave(_ channel: UUID) async throws(Failure) -> ChannelRow { try set(isJoined: false) }

  @MainActor
  private func set(isJoined: Bool) throws(Failure) -> ChannelRow {
    if let failure { throw failure }
    rows[0].isJoined = isJoined
    return rows[0]
  }
}
