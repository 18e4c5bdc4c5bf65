import DesktopSession
import Testing

@testable import NotificationBoard

@Suite("What is on the desktop")
struct DesktopTests {
  private typealias Place = NotificationRegistry.Place
  private let item = Place(panel: .inbox, name: "item/1")
  private let reminder = Place(panel: .reminders, name: "r")

  @Test("each panel has its own, and what goes is forgotten")
  func panels() {
    var pinned = NotificationRegistry()
    #expect(pinned.pin(3, at: item).isEmpty && pinned.pin(2, at: reminder).isEmpty)
    #expect(pinned.shown(on: .inbox).map(\.name) == ["item/1"])
    #expect(pinned.number(of: reminder) == 2)
    // Shown again it may have another number.
    #expect(pinned.pin(4, at: item).isEmpty && pinned.number(of: item) == 4)
    #expect(pinned.removePlace(of: 3) == nil && pinned.removePlace(of: 4) == item && pinned.removePlace(of: 4) == nil)
    pinned.removeAll()
    #expect(pinned.shown(on: .reminders).isEmpty)
  }

  @Test("an event that comes before the number it is about is not lost")
  func early() {
    var pinned = NotificationRegistry()
    let click = DesktopNotificationEvent.action(id: 7, key: "accept", activationToken: nil)
    pinned.storeUnclaimed(click)
    #expect(pinned.pin(6, at: reminder).isEmpty)
    #expect(pinned.pin(7, at: item) == [click])
    #expect(pinned.pin(7, at: item).isEmpty)
    for id in 1...200 as ClosedRange<UInt32> { pinned.storeUnclaimed(.closed(id: id, reason: .expired)) }
    #expect(pinned.pin(1, at: item).isEmpty, "only the newest are kept")
    #expect(!pinned.pin(200, at: item).isEmpty)
  }
}
