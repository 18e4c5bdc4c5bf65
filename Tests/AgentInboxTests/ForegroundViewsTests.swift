import Foundation
import Testing

@testable import AgentInbox

@Suite("Views that somebody looks at")
struct ForegroundViewsTests {
  @Test("there is a view in front, and a channel open, as long as one has not left")
  func front() {
    let (views, first, second, channel) = (ForegroundViews(), UUID(), UUID(), UUID())
    #expect(!views.isAnyInFront && views.openChannels.isEmpty)
    for id in [first, first] { views.enter(id, isFront: true, channel: channel) }
    views.enter(second, isFront: false, channel: channel)
    views.leave(first)
    #expect(!views.isAnyInFront && views.openChannels == [channel])
    views.enter(second, isFront: true, channel: nil)
    #expect(views.isAnyInFront && views.openChannels.isEmpty)
    #expect(!views.isAnyTellingMessages)
    views.enter(first, isFront: false, tellsMessages: true, channel: nil)
    #expect(!views.isAnyTellingMessages)
    views.enter(first, isFront: true, tellsMessages: true, channel: nil)
    #expect(views.isAnyTellingMessages)
    views.leave(second)
    views.leave(first)
    #expect(!views.isAnyTellingMessages)
    #expect(!views.isAnyInFront)
  }
}
