import FoundationEssentials
import Testing

@testable import OwnerVerification

@Suite("Attempt limiter")
struct AttemptLimiterTests {
  private let limiter = AttemptLimiter()

  private func instant(_ seconds: Double, boot: UUID, wall: Double = 1_800_000_000) -> BootInstant {
    BootInstant(bootID: boot, sinceBootMilliseconds: Int64(seconds * 1000), wall: Date(timeIntervalSince1970: wall))
  }

  @Test("five tries are free, then the waits grow, and the tenth closes the slot")
  func schedule() throws {
    let boot = UUID()
    var record = AttemptRecord()
    var now = 100.0
    var waits: [Int] = []
    for _ in 1...10 {
      if case .wait(let seconds) = limiter.begin(record, at: instant(now, boot: boot), hasRecoverySlot: true) {
        waits.append(seconds)
        now += Double(seconds)
      }
      guard case .allowed(let next) = limiter.begin(record, at: instant(now, boot: boot), hasRecoverySlot: true) else {
        Issue.record("not allowed after \(record.failures)")
        return
      }
      record = next
    }
    #expect(waits == [30, 60, 300, 900, 3600])
    #expect(limiter.begin(record, at: instant(1e9, boot: boot), hasRecoverySlot: true) == .closed)
    let reopened = limiter.verified(record)
    #expect(reopened.failures == 0)
    #expect(reopened.generation > record.generation)
    guard case .allowed = limiter.begin(reopened, at: instant(now, boot: boot), hasRecoverySlot: true) else {
      Issue.record("the recovery code did not reopen")
      return
    }
  }

  @Test("without a recovery slot it never closes and no wait is longer than a day")
  func neverCloses() throws {
    let boot = UUID()
    var record = AttemptRecord()
    var now = 0.0
    var longest = 0
    for _ in 1...100 {
      if case .wait(let seconds) = limiter.begin(record, at: instant(now, boot: boot), hasRecoverySlot: false) {
        #expect(seconds >= longest)
        longest = seconds
        now += Double(seconds)
      }
      guard case .allowed(let next) = limiter.begin(record, at: instant(now, boot: boot), hasRecoverySlot: false) else {
        Issue.record("not allowed")
        return
      }
      record = next
    }
    #expect(longest == 86_400)
    #expect(record.failures == 100)
  }

  @Test("neither a wall clock set forward nor back shortens or lengthens a wait")
  func wallClock() throws {
    let boot = UUID()
    var record = AttemptRecord()
    for _ in 1...5 {
      guard case .allowed(let next) = limiter.begin(record, at: instant(0, boot: boot), hasRecoverySlot: true) else {
        return
      }
      record = next
    }
    for wall in [0, 1_700_000_000, 4_000_000_000.0] {
      let decision = limiter.begin(record, at: instant(10, boot: boot, wall: wall), hasRecoverySlot: true)
      #expect(decision == .wait(seconds: 20))
    }
  }

  @Test("a new boot begins the wait anew, in full, from the moment that it is seen")
  func reboot() throws {
    let first = UUID()
    let second = UUID()
    var record = AttemptRecord()
    for _ in 1...5 {
      guard case .allowed(let next) = limiter.begin(record, at: instant(5000, boot: first), hasRecoverySlot: true)
      else {
        return
      }
      record = next
    }
    // However long the new boot lasts already.
    for sinceBoot in [0, 29.5, 1e9] {
      let decision = limiter.begin(record, at: instant(sinceBoot, boot: second), hasRecoverySlot: true)
      #expect(decision == .wait(seconds: 30))
    }
    let seen = limiter.resumed(record, at: instant(1000, boot: second))
    #expect(seen.generation == record.generation + 1)
    #expect(limiter.resumed(seen, at: instant(1010, boot: second)) == seen)
    #expect(limiter.begin(seen, at: instant(1010, boot: second), hasRecoverySlot: true) == .wait(seconds: 20))
    guard case .allowed(let next) = limiter.begin(seen, at: instant(1030, boot: second), hasRecoverySlot: true) else {
      Issue.record("the wait did not end")
      return
    }
    #expect(limiter.begin(next, at: instant(1031, boot: second), hasRecoverySlot: true) == .wait(seconds: 59))
  }

  @Test("numbers at their ends trap nowhere")
  func ends() {
    let boot = UUID()
    for (seconds, end) in [(UInt32.max, Int64.min), (.max, .max), (1, .min), (1, .max)] {
      var record = AttemptRecord()
      record.generation = .max
      record.wait = AttemptRecord.Wait(seconds: seconds, bootID: boot.bytes, endMilliseconds: end, beganAt: .min)
      for sinceBoot in [Int64.min, 0, .max] {
        let now = BootInstant(
          bootID: boot, sinceBootMilliseconds: sinceBoot, wall: Date(timeIntervalSince1970: .infinity))
        let left = limiter.remainingSeconds(record, at: now)
        #expect((0...86_400).contains(left))
        #expect(limiter.distrusting(at: now).wait.seconds == 86_400)
        #expect(limiter.verified(record).generation == .max)
      }
    }
  }

  @Test("whatever happens, in any order, tries are never cheaper than the schedule")
  func property() throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<200 {
      var record = AttemptRecord()
      var boot = UUID()
      var began = 0.0
      var elapsedInBoot = 0.0
      for _ in 0..<60 {
        let wall = Double.random(in: 0...4e9, using: &random)
        if Int.random(in: 0..<8, using: &random) == 0 {
          boot = UUID()
          (elapsedInBoot, began) = (0, 0)
        }
        let step = Double.random(in: 0...2000, using: &random)
        elapsedInBoot += step
        let generation = record.generation
        record = limiter.resumed(record, at: instant(elapsedInBoot, boot: boot, wall: wall))
        if record.generation != generation { began = elapsedInBoot }
        let before = record
        switch limiter.begin(record, at: instant(elapsedInBoot, boot: boot, wall: wall), hasRecoverySlot: true) {
        case .allowed(let next):
          #expect(next.failures == before.failures + 1)
          #expect(next.generation == before.generation + 1)
          #expect(before.failures < AttemptLimiter.closingAttempts)
          #expect(elapsedInBoot - began >= Double(before.wait.seconds) - 0.002)
          began = elapsedInBoot
          record = next
        case .wait(let seconds):
          #expect((1...Int(before.wait.seconds)).contains(seconds))
        case .closed:
          #expect(before.failures >= AttemptLimiter.closingAttempts)
          record = limiter.verified(record)
        }
        #expect(record.generation >= before.generation)
      }
    }
  }

  @Test(
    "when nothing is left, what comes next is later than all that was written before, and never the last there can be")
  func distrustingIsLater() {
    let limiter = AttemptLimiter()
    let early = instant(0, boot: UUID())
    let first = limiter.distrusting(at: early)
    let opened = limiter.verified(first)
    #expect(opened.outranks(first))
    let second = limiter.distrusting(at: early, after: opened.generation)
    #expect(second.outranks(opened))
    #expect(limiter.distrusting(at: early, after: .max).generation <= UInt64.max / 2 + 1)
  }
}
