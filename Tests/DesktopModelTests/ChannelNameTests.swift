import DesktopModel
import Foundation
import Testing

@Suite("What a channel is called")
struct ChannelNameTests {
  @Test("is its title, or the beginning of its id where nobody could read that")
  func names() throws {
    let id = try #require(UUID(uuidString: "F93BB01B-0000-4000-8000-000000000000"))
    for title in ["", "\u{200B}", " \u{2800}\u{3164}", "\u{202E}\u{FEFF}", "\n\t"] {
      #expect(ChannelName.of(id, title: title) == "f93bb01b", "\(title.debugDescription)")
    }
    #expect(ChannelName.of(id, title: "Garden") == "Garden" && ChannelName.of(id, title: "\u{200B}x") == "\u{200B}x")
  }
}
