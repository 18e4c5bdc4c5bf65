import Foundation
import GRDB
import ServerAPI
import Testing

@testable import Inbox

@Suite("What others wrote, on one page")
struct CorrespondenceTests {
  private typealias Kind = CorrespondenceEntry.Kind

  private let place: InboxPlaceForTests
  private let bob = UUID()
  private let eve = UUID()

  init() throws { place = try InboxPlaceForTests() }

  private func feedback(
    _ number: Int64, _ text: String?, about subject: FeedbackSubject, at seconds: Double, isOwn: Bool = false,
    isTakenBack: Bool = false, id: UUID = UUID()
  ) -> Feedback {
    Feedback(
      id: id, number: number, subject: subject, user: bob, isOwn: isOwn, name: "bob", text: text,
      isTakenBack: isTakenBack, createdAt: .start + seconds)
  }

  /// A store in which two have written: Bob at every second from 1 on, and Eve at 10.
  private func storeWithMessages(_ count: Int64 = 3) async throws -> InboxStore {
    let store = try await place.store()
    _ = try await store.record([], for: .ada)
    for (user, count, start) in [(bob, count, 0.0), (eve, 1, 9)] {
      let bounds = SequenceBounds(first: 1, highest: count)
      _ = try await store.record([UserConversation(user: user, name: "x", isContact: true, bounds: bounds)], for: .ada)
      let messages = (1...count).map {
        ChannelMessage(
          sequence: $0, id: UUID(), sender: user, senderName: user == bob ? "bob" : "eve", text: "n\($0)",
          receivedAt: .start + start + Double($0))
      }
      try await store.ingest(messages, bounds: nil, of: user, for: .ada)
    }
    return store
  }

  private func page(_ store: InboxStore, _ kinds: Set<Kind> = Set(Kind.allCases), _ limit: Int = 50) async throws
    -> [CorrespondenceEntry]
  {
    try await store.correspondence(kinds, limit: limit, for: .ada)
  }

  @Test("has all kinds, the newest first, narrowed to one, and none that the owner wrote or that was taken back")
  func listing() async throws {
    let store = try await storeWithMessages()
    let subject = FeedbackSubject.message(user: bob, sequence: 2)
    let changes = [
      feedback(1, "c1", about: subject, at: 2.5), feedback(2, nil, about: subject, at: 2.6),
      feedback(3, "own", about: subject, at: 2.7, isOwn: true),
      feedback(4, nil, about: .push(UUID()), at: 2.8, isTakenBack: true),
    ]
    #expect(try await store.save(FeedbackPage(feedback: changes, highest: 4), after: 0, for: .ada) == false)
    #expect(try await page(store).map(\.text) == ["n1", "n3", nil, "c1", "n2", "n1"])
    #expect(try await page(store).map(\.kind) == [.message, .message, .like, .comment, .message, .message])
    #expect(try await page(store, [.comment]).map(\.text) == ["c1"])
    #expect(try await page(store, [.message], 2).map(\.user) == [eve, bob])
    #expect(try await page(store)[2].subject == subject)
    #expect(try await store.feedbackHighest(for: .ada) == 4)
    #expect(try await store.summary(of: subject, for: .ada) == SubjectSummary(isOwn: false, title: "n2"))
    #expect(try await store.feedback(about: subject, limit: 9, for: .ada).map(\.text) == ["c1", nil, "own"])
  }

  @Test("what was shown is read, a message only once everything before it was shown, too")
  func marks() async throws {
    let store = try await storeWithMessages(5)
    let subject = FeedbackSubject.push(UUID())
    _ = try await store.save(
      FeedbackPage(feedback: [feedback(1, "c", about: subject, at: 20)], highest: 1), after: 0, for: .ada)
    let newest = try await page(store, Set(Kind.allCases), 3)
    #expect(newest.map(\.text) == ["c", "n1", "n5"])
    try await store.markShown(newest, at: .start, for: .ada)
    #expect(try await page(store).map(\.isRead) == [true, true, false, false, false, false, false])
    let rest = try await page(store).filter { !$0.isRead && $0.text != "n4" }
    try await store.markShown(rest, at: .start, for: .ada)
    #expect(try await page(store).filter { !$0.isRead }.map(\.text) == ["n5", "n4"])
    try await store.clearCounts(for: .ada)
    #expect(try await page(store).allSatisfy(\.isRead))
  }

  /// An item with a hint of Bob's, or of somebody else.
  private func hint(_ sequence: Int64, _ kind: String, about push: UUID, at seconds: Double, by user: UUID? = nil)
    -> InboxItem
  {
    var item = InboxItem.sample(
      sequence, #"{"aps":{"alert":"x"},"kind":"\#(kind)","subject":{"push":"\#(push)"}}"#)
    (item.createdAt, item.sender) = (.start + seconds, ItemSender(kind: .person, name: "x", id: user ?? bob))
    return item
  }

  @Test("a hint is read with all of its kind that its sender said about the same, and not before, nor with another's")
  func hints() async throws {
    let store = try await place.store()
    let push = UUID()
    try await store.ingest(
      [
        hint(1, "comment", about: push, at: 20), hint(2, "comment", about: UUID(), at: 20),
        hint(3, "like", about: push, at: 21),
        hint(4, "comment", about: push, at: 20, by: eve), hint(5, "comment", about: push, at: 40),
      ], for: .ada)
    try await store.markRead(.messages, at: .start, for: .ada)
    #expect(try await store.counts(for: .ada, at: .start).unread == 5)
    let said = [feedback(1, "c", about: .push(push), at: 20), feedback(2, nil, about: .push(push), at: 21)]
    _ = try await store.save(FeedbackPage(feedback: said, highest: 2), after: 0, for: .ada)
    try await store.markShown(try await page(store, [.comment]), at: .start, for: .ada)
    #expect(
      try await store.unsyncedDecisions(for: .ada).map(\.sequence) == [1], "the last is about what is not here yet")
    try await store.markShown(try await page(store), at: .start, for: .ada)
    #expect(try await store.unsyncedDecisions(for: .ada).map(\.sequence) == [1, 3])
  }

  @Test("what a hint tells of is read once the hint was opened: all of its kind that its sender had said by then")
  func hintsThatWereOpened() async throws {
    let store = try await place.store()
    let push = UUID()
    try await store.ingest(
      [
        hint(1, "comment", about: push, at: 20), hint(2, "like", about: push, at: 21),
        hint(3, "comment", about: push, at: 40),
      ], for: .ada)
    #expect(try await store.save(FeedbackPage(highest: 0), after: 0, for: .ada) == false)
    let said = [
      feedback(1, "c1", about: .push(push), at: 20), feedback(2, nil, about: .push(push), at: 21),
      feedback(3, "c2", about: .push(push), at: 40), feedback(4, "other", about: .push(UUID()), at: 10),
    ]
    _ = try await store.save(FeedbackPage(feedback: said, highest: 4), after: 0, for: .ada)
    func unread() async throws -> [String?] { try await page(store).filter { !$0.isRead }.map(\.text) }
    #expect(try await unread() == ["c2", nil, "c1", "other"])
    try await store.open(1, at: .start, for: .ada)
    #expect(try await unread() == ["c2", nil, "other"])
    try await store.mark(2, as: .read, at: .start, for: .ada)
    #expect(try await unread() == ["c2", "other"])
    _ = try await store.markAllRead(at: .start, for: .ada)
    #expect(try await unread().isEmpty)
  }

  @Test("what a hint tells of is read once the hint was read on another device, whichever of the two comes first")
  func hintsThatWereReadElsewhere() async throws {
    let store = try await place.store()
    let push = UUID()
    #expect(try await store.save(FeedbackPage(highest: 0), after: 0, for: .ada) == false)
    func unread() async throws -> [String?] { try await page(store).filter { !$0.isRead }.map(\.text) }
    func read(_ change: Int64, _ sequence: Int64) async throws {
      let change = InboxChange(change: change, sequence: sequence, state: .read, since: .start, device: "phone")
      _ = try await store.ingest([change], after: change.change - 1, for: .ada)
    }
    try await store.ingest([hint(1, "comment", about: push, at: 20), hint(2, "like", about: push, at: 21)], for: .ada)
    let said = [feedback(1, "c1", about: .push(push), at: 20), feedback(2, nil, about: .push(push), at: 21)]
    _ = try await store.save(FeedbackPage(feedback: said, highest: 2), after: 0, for: .ada)
    try await read(1, 1)
    #expect(try await unread() == [nil])
    try await read(2, 2)
    #expect(try await unread().isEmpty)
    // A device that was away hears that it is read before it has what was said, or with the item.
    try await read(3, 3)
    var late = hint(4, "comment", about: push, at: 50)
    late.state = .read
    try await store.ingest(
      [hint(3, "comment", about: push, at: 40), late, hint(5, "comment", about: push, at: 60)], for: .ada)
    let missed = [
      feedback(3, "c2", about: .push(push), at: 40), feedback(4, "c3", about: .push(push), at: 50.5),
      feedback(5, "c4", about: .push(push), at: 60), feedback(6, nil, about: .push(push), at: 40),
      feedback(7, "other", about: .push(UUID()), at: 40),
    ]
    _ = try await store.save(FeedbackPage(feedback: missed, highest: 7), after: 2, for: .ada)
    #expect(try await unread() == ["c4", "other", nil])
    // It may also come after what was said.
    _ = try await store.save(
      FeedbackPage(feedback: [feedback(8, "c5", about: .push(push), at: 70)], highest: 8), after: 7, for: .ada)
    var last = hint(6, "comment", about: push, at: 70)
    last.state = .read
    try await store.ingest([last], for: .ada)
    #expect(try await unread() == ["other", nil])
  }

  @Test("what is between two is what one sent the other, and what both have spoken about already")
  func between() async throws {
    let store = try await place.store()
    #expect(try await store.isBetween(.message(user: bob, sequence: 1), and: bob, for: .ada))
    #expect(try await !store.isBetween(.message(user: eve, sequence: 1), and: bob, for: .ada))
    var item = InboxItem.sample(1)
    item.sender = ItemSender(kind: .person, name: "bob", id: bob)
    try await store.ingest(item, for: .ada)
    let own = FeedbackSubject.push(UUID())
    for (subject, user, isBetween) in [
      (.push(item.push), bob, true), (.push(item.push), eve, false), (own, bob, false),
    ] as [(FeedbackSubject, UUID, Bool)] {
      #expect(try await store.isBetween(subject, and: user, for: .ada) == isBetween)
    }
    _ = try await store.save(
      FeedbackPage(feedback: [feedback(1, "c", about: own, at: 1)], highest: 1), after: 0, for: .ada)
    #expect(try await store.isBetween(own, and: bob, for: .ada))
    #expect(try await !store.isBetween(own, and: eve, for: .ada))
  }

  @Test("what there is when the server is asked for the first time counts as read, whatever the clocks say")
  func firstQuery() async throws {
    for isEmpty in [false, true] {
      let owner = InboxOwner(server: "https://\(isEmpty).example", user: UUID())
      let store = try await place.store(for: owner)
      let (old, new) = (
        feedback(1, "old", about: .push(UUID()), at: 50), feedback(2, "new", about: .push(UUID()), at: -50)
      )
      if isEmpty {
        #expect(try await store.save(FeedbackPage(highest: 0), after: 0, for: owner) == false)
      } else {
        let page = FeedbackPage(feedback: [old], highest: 1)
        #expect(try await store.save(page, after: 0, limit: 1, for: owner), "there may be more")
        #expect(try await store.save(FeedbackPage(highest: 1), after: 1, for: owner) == false)
      }
      let page = FeedbackPage(feedback: [new], highest: 2)
      _ = try await store.save(page, after: isEmpty ? 0 : 1, for: owner)
      let entries = try await store.correspondence([.comment], limit: 9, for: owner)
      #expect(entries.filter { !$0.isRead }.map(\.text) == ["new"])
      try await store.close()
    }
  }

  @Test("a like that is taken back and given again is the same; what there is at first counts as read")
  func changes() async throws {
    let store = try await place.store()
    let (id, subject) = (UUID(), FeedbackSubject.push(UUID()))
    for (number, isTakenBack) in [(1, false), (2, true), (5, false)] as [(Int64, Bool)] {
      let like = feedback(number, nil, about: subject, at: -5, isTakenBack: isTakenBack, id: id)
      _ = try await store.save(FeedbackPage(feedback: [like], highest: number), after: number - 1, for: .ada)
      #expect(try await page(store).map(\.isRead) == (isTakenBack ? [] : [true]))
    }
    #expect(try await store.save(FeedbackPage(highest: 9), after: 5, for: .ada) == false)
    #expect(try await store.feedbackHighest(for: .ada) == 9, "what is missing is not for this user")
    #expect(try await store.save(FeedbackPage(highest: 3), after: 9, for: .ada), "the server was put back")
    #expect(try await store.feedbackHighest(for: .ada) == 0)
  }

  @Test("a full page says that there may be more, and the next begins after its last")
  func pages() async throws {
    let store = try await place.store()
    let all = (1...Int64(ServerLimits.pageCount)).map { feedback($0, "n", about: .push(UUID()), at: Double($0)) }
    #expect(try await store.save(FeedbackPage(feedback: all, highest: 900), after: 0, for: .ada))
    #expect(try await store.feedbackHighest(for: .ada) == Int64(ServerLimits.pageCount))
  }

  @Test("a page that contradicts itself, or is out of all bounds, is refused whole")
  func hostile() async throws {
    let store = try await place.store()
    let subject = FeedbackSubject.push(UUID())
    let good = feedback(1, "c", about: subject, at: 1)
    let pages = [
      FeedbackPage(feedback: [good, good], highest: 1),
      FeedbackPage(feedback: [feedback(2, "c", about: subject, at: 1), good], highest: 2),
      FeedbackPage(feedback: [good], highest: 0), FeedbackPage(feedback: [good], highest: .max),
      FeedbackPage(feedback: [feedback(-1, "c", about: subject, at: 1)], highest: 1),
      FeedbackPage(feedback: [feedback(1, "c", about: .message(user: bob, sequence: .max), at: 1)], highest: 1),
      FeedbackPage(feedback: [feedback(1, String(repeating: "x", count: 4097), about: subject, at: 1)], highest: 1),
      FeedbackPage(feedback: [feedback(1, "c", about: subject, at: 1e300)], highest: 1),
    ]
    for page in pages {
      await #expect(throws: InboxStoreError(.invalid)) { _ = try await store.save(page, after: 0, for: .ada) }
    }
    #expect(try await page(store).isEmpty)
    #expect(try await store.feedbackHighest(for: .ada) == 0)
  }

  @Test("goes with a push whose text is erased, and does not come again; and with age")
  func erasing() async throws {
    let store = try await place.store()
    let item = InboxItem.sample(1)
    try await store.ingest(item, for: .ada)
    let about = feedback(1, "behind the mirror", about: .push(item.push), at: 2)
    let old = feedback(2, "old", about: .push(UUID()), at: -1e6)
    _ = try await store.save(FeedbackPage(feedback: [about, old], highest: 2), after: 0, for: .ada)
    #expect(try await store.summary(of: .push(item.push), for: .ada).title == "Water the plants")
    _ = try await store.redact([1], for: .ada)
    #expect(try await page(store).map(\.text) == ["old"])
    _ = try await store.save(
      FeedbackPage(feedback: [feedback(3, "again", about: .push(item.push), at: 3)], highest: 3), after: 2, for: .ada)
    #expect(try await page(store).map(\.text) == ["old"])
    try await store.prune(olderThan: 86_400, at: .start + 10, keeping: 100, for: .ada)
    #expect(try await page(store).isEmpty)
  }

  @Test("messages of a file of before are on it")
  func former() async throws {
    let queue = try DatabaseQueue(path: place.path)
    try await queue.write { [bob] database in
      database.add(function: ProposalFunction.function)
      database.add(function: PictureFunction.function)
      // The steps before messages were on it.
      let count = 15
      for migration in InboxSchema.migrations.prefix(count) { try database.execute(sql: migration) }
      let id = withUnsafeBytes(of: bob.uuid) { Data($0) }
      let user = withUnsafeBytes(of: InboxOwner.ada.user.uuid) { Data($0) }
      try database.execute(
        sql: """
          PRAGMA user_version = \(count);
          INSERT INTO owners (number, server, user, startedAt, lostTold) VALUES (1, '\(InboxOwner.ada.server)', x'\(user.hex)', 0, 0);
          INSERT INTO channels (number, server, id, title, description, isConversation)
            VALUES (1, '\(InboxOwner.ada.server)', x'\(id.hex)', x'78', x'', 1), (2, '\(InboxOwner.ada.server)', x'00', x'', x'', 0);
          INSERT INTO enrolments (owner, channel, isPresent) VALUES (1, 1, 1), (1, 2, 1);
          INSERT INTO channelMessages (owner, channel, sequence, id, isOwn, senderName, text, receivedAt)
            VALUES (1, 1, 1, x'\(id.hex)', 0, x'78', x'6161', 5), (1, 1, 2, x'\(user.hex)', 1, x'78', x'6262', 6),
              (1, 2, 1, x'\(id.hex)', 0, x'78', x'6363', 7);
          """)
    }
    try queue.close()
    let store = try InboxStore(path: place.path)
    #expect(try await page(store).map(\.text) == ["aa"])
  }
}

extension Data {
  fileprivate var hex: String { map { String(format: "%02x", $0) }.joined() }
}
