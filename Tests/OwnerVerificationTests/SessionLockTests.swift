import Glibc
import LinuxSystem
import Testing

@testable import OwnerVerification

@Suite("Session lock")
struct SessionLockTests {
  private let start = ContinuousClock.now
  private let first = TerminalSession(sessionID: 10, terminal: 1, leaderStartTime: 100)
  private let second = TerminalSession(sessionID: 20, terminal: 2, leaderStartTime: 200)

  private func unlocked(_ scope: SessionLock.Scope) -> SessionLock {
    var lock = SessionLock(idleTimeout: .seconds(300))
    _ = lock.handle(.verificationBegan)
    _ = lock.handle(.verified(epoch: 0, scope, at: start))
    return lock
  }

  @Test("goes from locked over verifying to unlocked and back")
  func life() {
    var lock = SessionLock(idleTimeout: .seconds(300))
    #expect(lock.state == .locked)
    #expect(lock.handle(.verificationBegan) == [])
    #expect(lock.state == .verifying(epoch: 0))
    #expect(
      lock.handle(.verified(epoch: 0, .session(first), at: start)) == [.keepKey, .setTimer(start + .seconds(300))])
    #expect(lock.isOpen(for: first, at: start))
    #expect(lock.handle(.lock(.command)) == [.cancelTimer, .eraseKeys, .notifyClients(.command)])
    #expect(lock.state == .locked)
    #expect(lock.epoch == 1)
  }

  @Test("a verification that a lock overtook is thrown away")
  func overtaken() {
    var lock = SessionLock(idleTimeout: .seconds(300))
    _ = lock.handle(.verificationBegan)
    let begun = lock.epoch
    _ = lock.handle(.lock(.sessionLocked))
    #expect(lock.handle(.verified(epoch: begun, .everywhere, at: start)) == [.discardKey])
    #expect(lock.state == .locked)
    #expect(!lock.isOpen(for: first, at: start))
  }

  @Test("a failed verification leaves it as it was")
  func failed() {
    var lock = SessionLock(idleTimeout: .seconds(300))
    _ = lock.handle(.verificationBegan)
    #expect(lock.handle(.verificationEnded(epoch: 0)) == [])
    #expect(lock.state == .locked)
    var open = unlocked(.session(first))
    _ = open.handle(.verificationBegan)
    _ = open.handle(.verificationEnded(epoch: 0))
    #expect(open.isOpen(for: first, at: start))
  }

  @Test("a ticket is good for its terminal session alone; everywhere is for all, also without a terminal")
  func tickets() {
    var lock = unlocked(.session(first))
    #expect(lock.isOpen(for: first, at: start))
    #expect(!lock.isOpen(for: second, at: start))
    #expect(!lock.isOpen(for: nil, at: start))
    let reused = TerminalSession(sessionID: 10, terminal: 1, leaderStartTime: 101)
    #expect(!lock.isOpen(for: reused, at: start))
    _ = lock.handle(.verificationBegan)
    #expect(lock.handle(.verified(epoch: 0, .session(second), at: start)).first == .discardKey)
    #expect(lock.isOpen(for: first, at: start) && lock.isOpen(for: second, at: start))
    let everywhere = unlocked(.everywhere)
    #expect(everywhere.isOpen(for: second, at: start) && everywhere.isOpen(for: nil, at: start))
  }

  @Test("a connection's ticket is its own and ends with it, and the key goes with the last ticket")
  func connections() {
    var lock = unlocked(.connection(7))
    #expect(lock.isOpen(for: nil, connection: 7, at: start))
    #expect(!lock.isOpen(for: nil, connection: 8, at: start) && !lock.isOpen(for: first, at: start))
    #expect(lock.handle(.connectionEnded(8)) == [])
    #expect(lock.handle(.connectionEnded(7)) == [.cancelTimer, .eraseKeys])
    #expect(lock.state == .locked && lock.epoch == 0)
    var shared = unlocked(.connection(7))
    _ = shared.handle(.verificationBegan)
    _ = shared.handle(.verified(epoch: 0, .session(first), at: start))
    #expect(shared.handle(.connectionEnded(7)) == [])
    #expect(shared.isOpen(for: first, at: start) && !shared.isOpen(for: nil, connection: 7, at: start))
  }

  @Test("a connection that ends does not end another's verification")
  func connectionBesideVerification() {
    var lock = unlocked(.connection(7))
    _ = lock.handle(.verificationBegan)
    #expect(lock.handle(.connectionEnded(7)) == [.cancelTimer, .eraseKeys])
    #expect(lock.state == .verifying(epoch: 0))
    #expect(lock.handle(.verified(epoch: 0, .session(first), at: start)).first == .keepKey)
  }

  @Test("the idle timeout counts from the last reveal")
  func idle() {
    var lock = unlocked(.session(first))
    #expect(lock.handle(.revealed(at: start + .seconds(200))) == [.setTimer(start + .seconds(500))])
    #expect(lock.handle(.timePassed(start + .seconds(300))) == [.setTimer(start + .seconds(500))])
    #expect(lock.isOpen(for: first, at: start + .seconds(499)))
    #expect(!lock.isOpen(for: first, at: start + .seconds(500)))
    #expect(
      lock.handle(.timePassed(start + .seconds(500))) == [.cancelTimer, .eraseKeys, .notifyClients(.idle)])
    #expect(lock.state == .locked)
  }

  @Test("a reveal after the time is up, before the timer was heard, locks instead")
  func lateReveal() {
    var lock = unlocked(.session(first))
    #expect(lock.handle(.revealed(at: start + .seconds(301))).contains(.eraseKeys))
    #expect(lock.state == .locked)
  }

  @Test("tickets whose time is up don't come back with another's unlock")
  func lateUnlock() {
    var lock = unlocked(.session(first))
    _ = lock.handle(.verificationBegan)
    let later = start + .seconds(400)
    let actions = lock.handle(.verified(epoch: 0, .session(second), at: later))
    #expect(actions == [.eraseKeys, .notifyClients(.idle), .keepKey, .setTimer(later + .seconds(300))])
    #expect(!lock.isOpen(for: first, at: later))
    #expect(lock.isOpen(for: second, at: later))
  }

  @Test("in any order of events, keys are held exactly while it is open")
  func property() {
    var random = SeededGenerator(seed: 10)
    for _ in 0..<400 {
      var lock = SessionLock(idleTimeout: .seconds(60))
      var holdsKey = false
      var now = start
      var begun: [UInt64] = []
      for _ in 0..<80 {
        now += .seconds(Int.random(in: 0...40, using: &random))
        let epoch = lock.epoch
        let event = event(at: now, begun: &begun, epoch: epoch, using: &random)
        for action in lock.handle(event) {
          switch action {
          case .keepKey:
            #expect(!holdsKey)
            holdsKey = true
          case .eraseKeys: holdsKey = false
          case .setTimer(let until): #expect(until >= now && until <= now + .seconds(60))
          case .discardKey, .notifyClients, .cancelTimer: break
          }
        }
        #expect(lock.epoch >= epoch)
        if case .lock = event { #expect(lock.epoch == epoch + 1 && lock.state == .locked) }
        if case .verified(let old, _, _) = event, old != epoch { #expect(lock.epoch == epoch) }
        if case .unlocked = lock.state { #expect(holdsKey) } else { #expect(!holdsKey) }
        if lock.isOpen(for: first, at: now) { #expect(holdsKey) }
      }
    }
  }

  private func event(
    at now: ContinuousClock.Instant, begun: inout [UInt64], epoch: UInt64, using random: inout SeededGenerator
  ) -> SessionLock.Event {
    let scope: SessionLock.Scope =
      [.session(first), .session(second), .connection(7), .everywhere].randomElement(using: &random) ?? .everywhere
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1:
      begun.append(epoch)
      return .verificationBegan
    case 2...4 where !begun.isEmpty:
      return .verified(epoch: begun.remove(at: Int.random(in: begun.indices, using: &random)), scope, at: now)
    case 5 where !begun.isEmpty:
      return .verificationEnded(epoch: begun.remove(at: Int.random(in: begun.indices, using: &random)))
    case 6, 7: return .revealed(at: now)
    case 8: return .lock(LockReason.allCases.randomElement(using: &random) ?? .command)
    default: return .timePassed(now)
    }
  }

  @Test("a process's session is found, and a made-up process has none")
  func terminalSession() throws {
    let mine = TerminalSession(ofProcess: getpid())
    #expect(mine == TerminalSession(ofProcess: getpid()))
    // Its own number, where whoever led the session of the tests has ended.
    #expect(mine?.sessionID == getsid(0) || mine?.sessionID == getpid())
    #expect(TerminalSession(ofProcess: 0x7FFF_FFFF) == nil)
    let started = try #require(ProcessStatistics(pid: getpid())?.startTime)
    #expect(TerminalSession(ofProcess: getpid(), startedAt: started) == mine)
    // The number is another process's by now.
    #expect(TerminalSession(ofProcess: getpid(), startedAt: started - 1) == nil)
  }
}
