import AgentAPI
import CivilTime
import DesktopModel
import Foundation
import Localization
import Testing

@Suite("What is said of items of the inbox", .timeLimit(.minutes(1)))
@MainActor
struct InboxWordsTests {
  private func item(
    _ kind: String, from sender: String = "bob", of senderKind: String = "person", id: UUID? = UUID(), text: String = ""
  ) -> InboxRow {
    InboxRow(
      number: 7, kind: kind, title: "Paint the fence", text: text, state: .unread, receivedAt: .distantPast,
      sender: InboxSender(kind: senderKind, name: "bob", id: id, text: sender))
  }

  @Test("is a sentence that begins with what it is and who sent it")
  func headlines() {
    #expect(item("task").headline == "Task from bob: Paint the fence")
    #expect(item("notice", from: "you").headline == "Notice from you: Paint the fence")
    #expect(item("message").headline == "Message from bob: Paint the fence")
    #expect(item("comment").headline == "Comment from bob: Paint the fence")
    #expect(item("like").headline == "Like from bob: Paint the fence")
    #expect(item("weather").headline == "From bob: Paint the fence")
  }

  @Test("of a follower says who it is, once, and not what the item calls itself")
  func follower() {
    #expect(item("follow").headline == "bob follows you" && item("follow").shownTitle == "bob follows you")
    #expect(item("follow", from: "bob (4f2a6c1e)").headline == "bob (4f2a6c1e) follows you")
    // No program follows anybody, whatever it says.
    let program = item("follow", from: "program “bob”", of: "program", id: nil)
    #expect(program.headline == "From program “bob”: Paint the fence" && program.shownTitle == "Paint the fence")
  }

  @Test("is one line for assistive technology: title, what and who, state, text")
  func line() {
    let summary = InboxSummary(
      item("task", text: "Before\nwinter."), now: .distantPast, zone: .system())
    #expect(summary.line == "Paint the fence, task from bob · just now, unread, Before winter.")
    let follower = InboxSummary(item("follow"), now: .distantPast, zone: .system())
    #expect(follower.line == "bob follows you, new follower · just now, unread")
  }

  @Test("of a proposal for a day says the day, and no time of it")
  func day() throws {
    let day = try #require(CivilDate(year: 2027, month: .january, day: 22))
    var item = item("task")
    (item.receivedAt, item.dueDate, item.isAllDay) = (Date(timeIntervalSince1970: 0), LocalZone.utc.end(of: day), true)
    let now = LocalZone.utc.start(of: day)
    #expect(InboxSummary(item, now: now, zone: .utc).byline.hasSuffix("due today"))
    item.isAllDay = nil
    #expect(InboxSummary(item, now: now, zone: .utc).byline.contains(":59"))
  }

  @Test("tells one age as long as a minute lasts", arguments: [0, 1, 29, 59])
  func age(second: Int) {
    let minute = Date(timeIntervalSince1970: 600_000)
    var item = item("task")
    item.receivedAt = minute - TimeInterval(90 + second)
    let bylines = Set((0..<60).map { InboxSummary(item, now: minute + TimeInterval($0), zone: .system()).byline })
    #expect(bylines == [InboxSummary(item, now: minute, zone: .system()).byline])
    #expect(InboxSummary(item, now: minute + 60, zone: .system()).byline != bylines.first)
  }

  @Test("says where a task is that was accepted on another device")
  func absentTask() {
    var item = item("task")
    #expect(item.absentTask == nil)
    item.state = .accepted
    #expect(item.absentTask?.hasPrefix("Its task is not on this machine") == true)
    item.task = "7c75b2c3"
    #expect(item.absentTask == nil)
  }

  @Test("leads to follow whoever follows, unless they are followed already")
  func followBack() async {
    let people = Followed()
    let model = FollowBack(people)
    var told: [String] = []
    var changes = 0
    model.told = { if case .success(let notice) = $0 { told.append(notice.text) } }
    model.changed = { changes += 1 }
    let user = UUID()
    let item = item("follow", id: user)
    #expect(model.person(of: self.item("notice"), contacts: []) == nil)
    #expect(model.person(of: item, contacts: [PersonRow(user: user, name: "bob", isFollowed: true)]) == nil)
    #expect(model.person(of: item, contacts: []) == user)
    model.follow(user)
    // Two quick clicks are one.
    model.follow(user)
    await until { changes == 1 }
    #expect(people.followed == [user.uuidString] && told == ["Followed."])
    #expect(model.person(of: item, contacts: []) == nil)
    let contact = PersonRow(user: user, name: "bob", isFollowed: true)
    #expect(model.person(of: item, contacts: [contact]) == nil)
    // Followed no more, by a command for instance.
    #expect(model.person(of: item, contacts: []) == user)
  }
}

/// Follows, and does nothing else.
private final class Followed: PeopleService {
  // The model asks on the main actor, one question after the other.
  nonisolated(unsafe) var followed: [String] = []

  private static let unused = Failure(.usage, "Nobody asks for that.")

  func email() async throws(Failure) -> String? { nil }
  func profile() async throws(Failure) -> ProfileRow { throw Self.unused }
  func people(_ group: PeopleGroup?, after user: UUID?) async throws(Failure) -> PeopleListing { throw Self.unused }
  func setFindable(_ isFindable: Bool) async throws(Failure) -> String { throw Self.unused }
  func invite() async throws(Failure) -> InvitationRow { throw Self.unused }
  func invitations() async throws(Failure) -> [InvitationRow] { throw Self.unused }
  func revoke(_ invitation: UUID) async throws(Failure) -> String { throw Self.unused }
  func name(_ user: UUID, _ nickname: String?) async throws(Failure) -> String { throw Self.unused }

  @MainActor
  func act(_ action: PersonAction, on person: String) async throws(Failure) -> String {
    followed.append(person)
    return "Followed."
  }
}
