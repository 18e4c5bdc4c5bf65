import AgentAPI
import Foundation
import Testing

@testable import AgentService
@testable import Inbox

@Suite("What people call a channel")
struct ChannelNameTests {
  private let channels = ["News", "Newsroom", "Music", "Ünïcode"].map {
    ChannelEntry(id: UUID(), title: $0, description: "", picture: nil, isEnrolled: true, unreadCount: 0)
  }

  private func found(_ text: String) throws -> String? { try ChannelName(text: text).channel(among: channels)?.title }

  @Test("its id, its whole title, or a beginning that is no other's, whatever the case")
  func found() throws {
    #expect(try found("m") == "Music" && found("newsr") == "Newsroom" && found("ünï") == "Ünïcode")
    #expect(try found("news") == "News")
    #expect(try found(channels[2].id.uuidString.lowercased()) == "Music")
    #expect(try found(UUID().uuidString) == nil && found("x") == nil && found("") == nil)
  }

  @Test("of several none is taken, and all are told")
  func ambiguous() {
    let failure = #expect(throws: Failure.self) { try found("ne") }
    #expect(failure?.code == .usage && failure?.message.contains("News (") == true)
    #expect(failure?.message.contains("Newsroom (") == true)
  }

  @Test("a view is in front until it leaves, however often it said so")
  func front() {
    let views = FrontViews()
    let (first, second) = (UUID(), UUID())
    #expect(!views.isAnyInFront)
    for id in [first, first, second] { views.enter(id) }
    views.leave(first)
    #expect(views.isAnyInFront)
    views.leave(second)
    views.leave(second)
    #expect(!views.isAnyInFront)
  }
}
