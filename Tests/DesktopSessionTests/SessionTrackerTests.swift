import Testing

@testable import DesktopSession

@Suite("What observations mean")
struct SessionTrackerTests {
  @Test("every lock is told, an unlock only when it changes something")
  func repeats() {
    var tracker = SessionTracker()
    #expect(tracker.apply(.lockRequested("1")) == [.locked(.session("1"))])
    #expect(tracker.apply(.lockRequested("1")) == [.locked(.session("1"))])
    #expect(tracker.apply(.screenSaver("x", isActive: true)) == [.locked(.screenSaver("x"))])
    // The one that said so may have gone meanwhile, and another one have its name.
    _ = tracker.apply(.screenSaverLost("x"))
    _ = tracker.apply(.screenSaverFound("x"))
    #expect(tracker.apply(.screenSaver("x", isActive: true)) == [.locked(.screenSaver("x"))])
    #expect(tracker.apply(.unlockRequested("1")) == [.unlocked(.session("1"))])
    #expect(tracker.apply(.unlockRequested("1")) == [])
    #expect(tracker.state.isLocked)
  }

  @Test("a hint that a session is open again takes back its Lock")
  func hintEndsLock() {
    var tracker = SessionTracker()
    _ = tracker.apply(.sessionFound("1", isLocked: false))
    _ = tracker.apply(.lockRequested("1"))
    _ = tracker.apply(.lockedHint("1", true))
    #expect(tracker.apply(.lockedHint("1", false)) == [.unlocked(.lockedHint("1"))])
    #expect(!tracker.state.isLocked)
  }

  @Test("losing a bus unlocks nothing and ends no session")
  func loss() {
    var tracker = SessionTracker()
    _ = tracker.apply(.busReached(.system))
    _ = tracker.apply(.logindFound)
    _ = tracker.apply(.sessionFound("1", isLocked: true))
    #expect(tracker.apply(.busLost(.system)) == [.busLost(.system)])
    #expect(tracker.state.isLocked)
    #expect(tracker.state.capabilities == SessionCapabilities())
    #expect(tracker.apply(.logindLost) == [], "one loss is told once")
  }

  @Test("every sleep is told, also one after a waking that nobody told of; a waking is told once")
  func sleep() {
    var tracker = SessionTracker()
    #expect(tracker.apply(.preparingForSleep(false)) == [])
    #expect(tracker.apply(.preparingForSleep(true)) == [.sleeping])
    #expect(tracker.apply(.preparingForSleep(true)) == [.sleeping])
    #expect(tracker.state.isSleeping)
    #expect(tracker.apply(.preparingForSleep(false)) == [.woke])
    #expect(tracker.apply(.preparingForSleep(false)) == [])
  }
}
