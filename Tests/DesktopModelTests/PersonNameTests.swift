import AgentAPI
import CivilTime
import DesktopModel
import Foundation
import Testing

@Suite("One person has one name, and one round picture")
struct PersonNameTests {
  /// Somebody as they are told of, and what they are called.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let nickname: String?
    let isFollowed: Bool
    let wanted: String

    var testDescription: String { "\(name), \(nickname ?? "-")" }
  }

  private static let user = UUID(uuid: (0x4F, 0x2A, 0x6C, 0x1E, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  @Test(
    "in all places",
    arguments: [
      Case(name: "bob", nickname: nil, isFollowed: false, wanted: "bob"),
      Case(name: "bob", nickname: nil, isFollowed: true, wanted: "bob"),
      Case(name: "bob", nickname: "Uncle Bob", isFollowed: true, wanted: "Uncle Bob"),
      Case(name: "bob", nickname: "Uncle Bob", isFollowed: false, wanted: "Uncle Bob"),
      Case(name: "", nickname: nil, isFollowed: false, wanted: "4f2a6c1e"),
      Case(name: "", nickname: "Uncle Bob", isFollowed: true, wanted: "Uncle Bob"),
    ])
  func places(_ somebody: Case) {
    for (place, name) in Self.names(of: somebody) { #expect(name == somebody.wanted, "\(place)") }
  }

  /// What each place shows, without the beginning of the id that stands beside a name that nobody vouches for.
  private static func names(of somebody: Case) -> [(String, String)] {
    let (name, nickname) = (somebody.name, somebody.nickname)
    let person = PersonRow(
      user: user, name: name, isFollowed: somebody.isFollowed, isFollower: true, nickname: nickname)
    let book = NameBook([person])
    // As the agent writes it.
    let text = nickname ?? (name.isEmpty ? "user 4f2a6c1e" : "\(name) (4f2a6c1e)")
    let line = ChannelMessageRow(
      id: UUID(), number: 1, senderName: text, isOwn: false, text: "hello", state: .received, receivedAt: now)
    let conversation = summary(
      .conversation(
        ConversationRow(
          user: user, name: name, nickname: nickname ?? book.name(of: user), isContact: true, unreadCount: 0,
          newest: line)))
    let remark = summary(
      .remark(
        CorrespondenceRow(
          number: 1, id: UUID(), kind: .like, user: user, name: name, nickname: nickname, author: book.plain(text),
          text: nil, date: now, isUnread: false)))
    let thread = ChannelRow(
      id: user, title: book.plain(text), description: "", isJoined: true, isConversation: true, nickname: nickname)
    let follower = FollowerSummary(ProfileRow.Follower(user: user, name: name, since: now), book)
    return [
      ("conversation", conversation.title), ("picture of a conversation", conversation.name),
      ("remark", plain(remark.title)), ("picture of a remark", remark.name),
      ("open conversation", plain(thread.nickname ?? thread.title)), ("its picture", thread.personName),
      ("message", plain(book.plain(line.senderName))), ("profile", person.title), ("new follower", follower.title),
      ("recipient", Recipients([person], book).offered(for: "").first.map { plain($0.title) } ?? somebody.wanted),
    ]
  }

  private static func summary(_ entry: MessageEntry) -> MessageSummary { MessageSummary(entry, now: now, zone: .utc) }

  private static func plain(_ text: String) -> String { text.replacing(" (4f2a6c1e)", with: "") }
}
