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

  private func found(_ text: String) -> [String] { ChannelName(text: text).channels(among: channels).map(\.title) }

  @Test("its id, its whole title, or a beginning that is no other's, whatever the case")
  func found() {
    #expect(found("m") == ["Music"] && found("newsr") == ["Newsroom"] && found("ünï") == ["Ünïcode"])
    #expect(found("news") == ["News"])
    #expect(found(channels[2].id.uuidString.lowercased()) == ["Music"])
    #expect(found(UUID().uuidString).isEmpty && found("x").isEmpty && found("").isEmpty)
  }

  @Test("of several all are told, with their ids")
  func ambiguous() {
    #expect(found("ne") == ["News", "Newsroom"])
    let failure = ChannelName.ambiguity(of: [channels[0], channels[0]])
    #expect(failure.code == .usage)
    #expect(failure.message.components(separatedBy: "News (\(channels[0].id.uuidString.lowercased()))").count == 3)
  }
}
