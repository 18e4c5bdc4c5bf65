import AgentAPI
import Foundation
import Terminal
import Testing

@testable import vault

@Suite("How things stand, in a few lines")
struct OverviewTests {
  private func text(_ unread: [UnreadChannel]?) -> String {
    let status = VaultStatus(
      isUnlocked: true, unlockedUntil: nil, hasPIN: true, hasRecoveryCode: true, verification: .pin,
      account: AccountStatus(state: .loggedOut), store: .file, openTaskCount: 1, protectedTaskCount: 0, unreadCount: 0,
      unreadChannels: unread, notices: [])
    return Overview(status: status, style: Style(isColoured: false), columns: nil).text
  }

  private func lines(_ unread: [UnreadChannel]?) -> [String] {
    text(unread).split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
  }

  private func channel(_ title: String, _ count: Int, isConversation: Bool? = nil) -> UnreadChannel {
    UnreadChannel(id: UUID(), title: title, unreadCount: count, isConversation: isConversation)
  }

  @Test("conversations and channels with something unread have a line each")
  func apart() {
    let lines = lines([
      channel("bob", 2, isConversation: true), channel("News", 1), channel("", 3, isConversation: true),
      channel("", 4),
    ])
    #expect(lines.contains("Messages 2 unread from bob, 3 unread from somebody"))
    #expect(lines.contains("Channels 1 unread in News, 4 unread in a channel"))
  }

  @Test("a line of which nothing is unread is left out, and of many three are named")
  func few() {
    #expect(!text([]).contains("Messages") && !text(nil).contains("Channels"))
    let conversations = (1...5).map { channel("ada\($0)", $0, isConversation: true) }
    let lines = lines(conversations)
    #expect(lines.contains("Messages 1 unread from ada1, 2 unread from ada2, 3 unread from ada3, and 2 more"))
    #expect(!lines.contains { $0.hasPrefix("Channels") })
  }
}
