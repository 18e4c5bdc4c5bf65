import Foundation
import Testing

@testable import DesktopModel

@Suite("Tasks that were made done a moment ago")
@MainActor
struct DoneRecentlyTests {
  @Test("are not made done once more by the second press of a double click")
  func doubleClick() {
    let recently = DoneRecently()
    let (one, other, now) = (UUID(), UUID(), ContinuousClock.now)
    #expect(recently.begin([one], at: now) == [one])
    #expect(recently.begin([one, other], at: now + .milliseconds(200)) == [other])
    #expect(recently.begin([one], at: now + .milliseconds(999)).isEmpty)
    #expect(recently.begin([one], at: now + .seconds(1)) == [one])
  }
}
