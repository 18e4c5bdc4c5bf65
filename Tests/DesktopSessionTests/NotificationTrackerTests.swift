import DBus
import Testing

@testable import DesktopSession

@Suite("What a notification service's signals mean")
struct NotificationTrackerTests {
  @Test("only ids that the service gave us count")
  func others() {
    var ledger = ledger(showing: 1)
    #expect(ledger.apply(.actionInvoked(id: 2, key: "x")) == [])
    #expect(ledger.apply(.closed(id: 2, code: 1)) == [])
    #expect(ledger.apply(.closed(id: 1, code: 1)) == [.closed(id: 1, reason: .expired)])
    #expect(!ledger.isShown(1))
  }

  @Test("signals that overtake the answer with the id are not lost, and not kept for ever")
  func early() {
    var ledger = NotificationTracker()
    ledger.willShow()
    #expect(ledger.apply(.activationToken(id: 5, token: "t")) == [])
    #expect(ledger.apply(.actionInvoked(id: 5, key: "x")) == [])
    #expect(ledger.apply(.closed(id: 6, code: 2)) == [])
    #expect(ledger.didShow(5) == [.action(id: 5, key: "x", activationToken: "t")])
    ledger.willShow()
    #expect(ledger.didShow(6) == [], "that was told before we had asked")
  }

  @Test("each closing is told once, an action even after it")
  func closed() {
    var ledger = ledger(showing: 1)
    #expect(ledger.apply(.closed(id: 1, code: 9)) == [.closed(id: 1, reason: .unknown)])
    #expect(ledger.apply(.closed(id: 1, code: 3)) == [])
    #expect(ledger.apply(.actionInvoked(id: 1, key: "x")) == [.action(id: 1, key: "x", activationToken: nil)])
  }

  @Test("an id that is used again can be closed again")
  func again() {
    var ledger = ledger(showing: 1)
    _ = ledger.apply(.closed(id: 1, code: 1))
    ledger.willShow()
    #expect(ledger.didShow(1) == [])
    #expect(ledger.apply(.closed(id: 1, code: 2)) == [.closed(id: 1, reason: .dismissed)])
  }

  @Test("a signal that is not as specified means nothing")
  func malformed() {
    #expect(NotificationService.signal("ActionInvoked", [.number(1), .number(2)]) == nil)
    #expect(NotificationService.signal("ActionInvoked", [.text("x"), .text("x")]) == nil)
    #expect(NotificationService.signal("NotificationClosed", [.number(1)]) == nil)
    #expect(NotificationService.signal("Unheard", [.number(1), .text("x")]) == nil)
    let token = String(repeating: "t", count: 5000)
    #expect(NotificationService.signal("ActivationToken", [.number(1), .text(token)]) == nil)
  }

  private func ledger(showing id: UInt32) -> NotificationTracker {
    var ledger = NotificationTracker()
    ledger.willShow()
    _ = ledger.didShow(id)
    return ledger
  }
}
