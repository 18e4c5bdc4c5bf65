import AgentAPI
import CivilTime
import Foundation
import Localization
import Testing

@testable import DesktopModel

@Suite("The messages in the window", .timeLimit(.minutes(1)))
@MainActor
struct MessageListModelTests {
  private let service = StoredMessages()
  private let bob = UUID()
  private let eve = UUID()

  private func conversation(
    _ user: UUID, _ text: String, at seconds: Double, unread: Int = 0, isOwn: Bool = false
  ) -> ConversationRow {
    ConversationRow(
      user: user, name: "bob", isContact: true, unreadCount: unread,
      newest: ChannelMessageRow(
        id: UUID(), number: 1, senderName: "bob", isOwn: isOwn, text: text, state: .received,
        receivedAt: Date(timeIntervalSince1970: seconds)))
  }

  private func remark(
    _ kind: CorrespondenceKind, at seconds: Double, isUnread: Bool = false, push: UUID? = nil, item: Int64? = nil,
    subject: String? = "Tea"
  ) -> CorrespondenceRow {
    CorrespondenceRow(
      number: 1, id: UUID(), kind: kind, user: bob, name: "bob", author: "bob (1b9d6bcd)",
      text: kind == .like ? nil : "Fine.",
      subject: subject, isAboutOwn: push != nil, push: push, date: Date(timeIntervalSince1970: seconds),
      isUnread: isUnread,
      item: item)
  }

  @Test("has conversations, comments and likes in one list, the newest first, and says how much is new")
  func list() async {
    let (comment, like) = (remark(.comment, at: 20, isUnread: true), remark(.like, at: 5))
    (service.rows, service.comments, service.likes) = (
      [conversation(bob, "Hello", at: 30, unread: 2), conversation(eve, "Old", at: 10)], [comment], [like]
    )
    let model = MessageListModel(service)
    var counts: [Int] = []
    model.unreadChanged = { counts.append($0) }
    model.refresh()
    await until { !model.entries.isEmpty }
    #expect(model.entries.map(\.id) == [.conversation(bob), .remark(comment.id), .conversation(eve), .remark(like.id)])
    #expect(counts == [3] && model.row(of: .conversation(eve)) == 2)
  }

  @Test("has all count as read that is listed, also where something of it is gone by then")
  func allRead() async {
    let comments = [20.0, 10].map { remark(.comment, at: $0, isUnread: true) }
    (service.rows, service.comments) = ([conversation(bob, "Hello", at: 5, unread: 2)], comments)
    let model = MessageListModel(service)
    model.refresh()
    await until { model.unreadCount == 4 }
    service.comments.removeFirst()
    model.markAllRead()
    await until { model.unreadCount == 0 }
    #expect(service.comments.map(\.isUnread) == [false] && service.rows.map(\.unreadCount) == [0])
  }

  @Test("tells of what somebody writes, but not of what was there at first, nor of one's own")
  func arrivals() async {
    service.rows = [conversation(bob, "One", at: 30, unread: 1)]
    let model = MessageListModel(service)
    var told: [String] = []
    model.arrived = { told.append($0.newest.text) }
    model.refresh()
    await until { model.unreadCount == 1 }
    for (text, count) in [("Two", 2), ("Two", 0), ("Three", 1)] {
      service.rows = [conversation(bob, text, at: 31, unread: count)]
      model.refresh()
      await until { model.unreadCount == count }
    }
    #expect(told == ["Two", "Three"])
  }

  @Test("reads more where somebody looks at the last one, up to a limit")
  func more() async {
    service.rows = (0..<1_000).map { conversation(UUID(), "\($0)", at: Double(10_000 - $0)) }
    let model = MessageListModel(service)
    model.refresh()
    await until { model.entries.count == 100 }
    for count in [200, 300, 400] {
      _ = model.entry(at: model.entries.count - 1)
      await until { model.entries.count == count }
    }
    _ = model.entry(at: 399)
    await meanwhile()
    #expect(model.entries.count == 400)
  }

  @Test("is empty and says why where nobody is logged in, and stays while there is no agent")
  func missing() async {
    service.rows = [conversation(bob, "Hello", at: 30, unread: 1)]
    let model = MessageListModel(service)
    model.refresh()
    await until { model.entries.count == 1 }
    service.failure = Failure(.unavailable, "The agent is being started.")
    model.refresh()
    await meanwhile()
    #expect(model.entries.count == 1 && model.unreadCount == 1)
    service.failure = Failure(.refused, "You are not logged in.")
    model.refresh()
    await until { model.entries.isEmpty }
    #expect(model.emptiness == .missing(Failure(.refused, "You are not logged in.")) && model.unreadCount == 0)
  }

  @Test("leads from what was said to an item of the inbox or a conversation, but not from a proposal of one's own")
  func leading() {
    #expect(remark(.comment, at: 0, item: 7).isElsewhere && remark(.like, at: 0).isElsewhere)
    #expect(!remark(.comment, at: 0, push: UUID()).isElsewhere)
  }

  @Test("says apart from the text that it is the user's own, since anybody can write that")
  func own() {
    func summary(isOwn: Bool, _ text: String) -> MessageSummary {
      MessageSummary(
        .conversation(conversation(bob, text, at: 30, isOwn: isOwn)), now: Date(timeIntervalSince1970: 40), zone: .utc)
    }
    let own = summary(isOwn: true, "I pay.")
    #expect(own.text == "I pay." && own.byline == "You · just now · \(bob.beginning)")
    let forged = summary(isOwn: false, "You: I pay.")
    #expect(forged.text == "You: I pay." && forged.byline == "just now · \(bob.beginning)")
  }

  @Test("names the user's proposals that something was said about as the server does, and asks it once")
  func proposals() async {
    let (tea, gone) = (UUID(), UUID())
    service.titles = [tea: "Paint the fence"]
    service.likes = [remark(.like, at: 5, push: tea, subject: nil), remark(.like, at: 4, push: gone, subject: nil)]
    let model = MessageListModel(service)
    func said() -> [String] {
      model.entries.map { MessageSummary($0, now: Date(timeIntervalSince1970: 40), zone: .utc).text }
    }
    model.refresh()
    await until { said() == ["likes your “Paint the fence”", "likes your proposal"] }
    await meanwhile()
    #expect(service.askedCount <= 2)
    let count = service.askedCount
    model.refresh()
    await meanwhile()
    #expect(service.askedCount == count, "nothing has come that it was not asked for")
    let fence = UUID()
    service.titles?[fence] = "Water the plants"
    service.comments = [remark(.comment, at: 6, push: fence, subject: nil)]
    model.refresh()
    await until { said().first == "commented on your “Water the plants”: Fine." }
    service.titles = nil
    model.catchUp()
    await meanwhile()
    #expect(said().first == "commented on your “Water the plants”: Fine.", "the server could not be asked")
  }

  @Test("says a row in words, each text in one line that turns no other one around")
  func words() {
    func summary(_ entry: MessageEntry) -> MessageSummary {
      MessageSummary(entry, now: Date(timeIntervalSince1970: 40), zone: .utc)
    }
    let written = summary(.conversation(conversation(bob, "One\n\u{202E}two", at: 30, unread: 2)))
    #expect(written.title == "bob" && written.text == "One two" && written.isUnread)
    #expect(written.byline == "2 unread · just now · \(bob.beginning)")
    #expect(written.line == "bob, One two, \(written.byline)")
    let said = summary(.remark(remark(.comment, at: 30)))
    #expect(said.title == "bob (1b9d6bcd)" && said.text == "commented on their “Tea”: Fine." && !said.isUnread)
    #expect(summary(.remark(remark(.like, at: 30))).text == "likes their “Tea”")
  }
}

/// Conversations, comments and likes as an agent answers about them.
private final class StoredMessages: MessagesService {
  // The model asks on the main actor, one question after the other.
  nonisolated(unsafe) var rows: [ConversationRow] = []
  nonisolated(unsafe) var comments: [CorrespondenceRow] = []
  nonisolated(unsafe) var likes: [CorrespondenceRow] = []
  nonisolated(unsafe) var failure: Failure?
  nonisolated(unsafe) var titles: [UUID: String]? = [:]
  nonisolated(unsafe) var askedCount = 0

  @MainActor
  func conversations(limit: Int) async throws(Failure) -> ConversationListing {
    if let failure { throw failure }
    return ConversationListing(
      conversations: Array(rows.prefix(limit)), hasMore: rows.count > limit, isConnected: true, isComplete: true)
  }

  @MainActor
  func remarks(_ kind: CorrespondenceKind, limit: Int) async throws(Failure) -> [CorrespondenceRow] {
    Array((kind == .like ? likes : comments).prefix(limit))
  }

  @MainActor
  func askForRemarks(limit: Int) async throws(Failure) -> [UUID: String]? {
    askedCount += 1
    return titles
  }

  @MainActor
  func remark(_ id: UUID) async throws(Failure) -> CorrespondenceRow {
    guard let place = comments.firstIndex(where: { $0.id == id }) else { throw Failure(.usage, "There is none.") }
    comments[place].isUnread = false
    return comments[place]
  }

  @MainActor
  func markRead(_ conversation: UUID) async throws(Failure) {
    for place in rows.indices where rows[place].user == conversation { rows[place].unreadCount = 0 }
  }

  func conversation(with person: String) async throws(Failure) -> ChannelRow {
    throw Failure(.usage, "There is nobody.")
  }
}
