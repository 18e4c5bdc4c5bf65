import FoundationEssentials
import Glibc
import Sealing
import SecretMemory
import Testing

@testable import OwnerVerification

@Suite("Attempt counter")
struct AttemptCounterTests {
  private let boot = UUID()

  private func instant(_ seconds: Int64) -> BootInstant {
    BootInstant(bootID: boot, sinceBootMilliseconds: seconds * 1000, wall: Date(timeIntervalSince1970: 1_800_000_000))
  }

  private func record(_ generation: UInt64, failures: UInt32 = 0) -> AttemptRecord {
    var record = AttemptRecord()
    record.generation = generation
    record.failures = failures
    return record
  }

  private func everywhere(_ finding: AttemptFinding) -> [AttemptRecordLocation: AttemptFinding] {
    Dictionary(uniqueKeysWithValues: AttemptRecordLocation.allCases.map { ($0, finding) })
  }

  /// A counter that has looked at the places for the first time.
  private func counter(
    _ found: [AttemptRecordLocation: AttemptFinding], rejectsLegacy: Bool = true
  ) -> (counter: AttemptCounter, remarks: [AttemptAnomaly]) {
    var counter = AttemptCounter()
    let remarks = counter.resolve(found, rejectsLegacy: rejectsLegacy, at: instant(0))
    return (counter, remarks)
  }

  @Test("what is in memory no place lowers and none raises, and whatever differs is told")
  func floor() throws {
    var (counter, remarks) = counter(everywhere(.record(record(7, failures: 3))))
    #expect(remarks.isEmpty)
    let others: [AttemptFinding] = [
      .missing, .garbage, .legacy(record(9)), .record(record(2)), .record(record(.max, failures: 9)),
    ]
    for finding in others {
      let remarks = counter.resolve(everywhere(finding), rejectsLegacy: true, at: instant(0))
      #expect(remarks == AttemptRecordLocation.allCases.map { .repaired($0) }, "\(finding)")
      #expect(counter.record == record(7, failures: 3))
    }
  }

  @Test("of the places the latest counts; one that is a single write behind is mended without a word")
  func latest() {
    var found = everywhere(.record(record(6, failures: 2)))
    found[.dataDirectory] = .record(record(7, failures: 3))
    var (counter, remarks) = counter(found)
    #expect(counter.record?.failures == 3 && remarks.isEmpty)
    found[.dataDirectory] = .record(record(9, failures: 4))
    (counter, remarks) = self.counter(found)
    #expect(counter.record?.failures == 4)
    #expect(remarks == [.repaired(.stateDirectory), .repaired(.taskDatabase), .repaired(.credentialStore)])
    for trusted in [AttemptRecordLocation.dataDirectory, .stateDirectory, .taskDatabase] {
      var alone = everywhere(.missing)
      alone[trusted] = .record(record(4, failures: 4))
      (counter, remarks) = self.counter(alone)
      #expect(counter.record?.failures == 4 && remarks.count == 3)
    }
  }

  @Test("no place with a record is the most distrusting one: a day's wait, or the recovery code")
  func distrusting() {
    for finding in [AttemptFinding.missing, .garbage, .legacy(record(3))] {
      var (counter, remarks) = counter(everywhere(finding))
      #expect(remarks == [.distrusting])
      #expect(counter.status(at: instant(0), hasRecoverySlot: true).isClosed)
      #expect(counter.begin(at: instant(100), hasRecoverySlot: false) == .wait(seconds: 86_300))
      // Deleted once more, it is the same wait.
      _ = counter.resolve(everywhere(.missing), rejectsLegacy: true, at: instant(200))
      #expect(counter.begin(at: instant(200), hasRecoverySlot: false) == .wait(seconds: 86_200))
    }
  }

  @Test("a count that was put back everywhere but in the credential store has its free tries no second time")
  func putBackBesideTheStore() {
    for isAdvised in [false, true] {
      var before = record(7, failures: 0)
      before.isAdvised = isAdvised
      var found = everywhere(.record(before))
      var stored = record(8, failures: 1)
      for tries in 1...8 {
        found[.credentialStore] = .record(stored)
        let (counter, _) = counter(found)
        let status = counter.status(at: instant(0), hasRecoverySlot: false)
        #expect(status.failures == min(tries, 5))
        #expect((status.waitSeconds > 0) == (tries >= 5), "after \(tries) tries")
        stored = record(8 + UInt64(tries), failures: UInt32(tries) + 1)
      }
    }
  }

  @Test("the credential store's record lengthens a wait once, closes nothing, and raises no generation")
  func advice() {
    var found = everywhere(.record(record(7, failures: 1)))
    found[.credentialStore] = .record(record(.max, failures: .max))
    var (counter, remarks) = counter(found)
    #expect(remarks == [.advised])
    let status = counter.status(at: instant(0), hasRecoverySlot: true)
    #expect(status == AttemptCounter.Status(failures: 5, waitSeconds: 86_400, isClosed: false))
    #expect(counter.record?.generation == 8)
    // Another agent, a day later, and the same again in the credential store.
    found = everywhere(.record(counter.record ?? AttemptRecord()))
    found[.credentialStore] = .record(record(.max, failures: .max))
    var later = AttemptCounter()
    remarks = later.resolve(found, rejectsLegacy: true, at: instant(86_400))
    #expect(remarks == [.repaired(.credentialStore)])
    #expect(later.status(at: instant(86_400), hasRecoverySlot: true).waitSeconds == 0)
    // Alone it proves nothing at all.
    found = everywhere(.missing)
    found[.credentialStore] = .record(record(.max))
    (counter, remarks) = self.counter(found, rejectsLegacy: false)
    #expect(remarks == [.distrusting] && counter.status(at: instant(0), hasRecoverySlot: true).isClosed)
  }

  @Test("places of the legacy format beside a first record of this one are an interrupted update, until that is noted")
  func interruptedUpdate() {
    var found = everywhere(.legacy(record(7, failures: 1)))
    found[.taskDatabase] = .missing
    found[.dataDirectory] = .record(record(8, failures: 2))
    let (counter, remarks) = counter(found, rejectsLegacy: false)
    #expect(remarks.isEmpty && counter.record?.failures == 2)
    #expect(!self.counter(found).remarks.isEmpty)
  }

  @Test("the highest generation there is traps nowhere, and there the stricter record counts")
  func highestGeneration() {
    var (counter, _) = counter(everywhere(.record(record(.max, failures: 2))))
    guard case .allowed(let next) = counter.begin(at: instant(0), hasRecoverySlot: true) else {
      Issue.record("not allowed")
      return
    }
    #expect(next.generation == .max && next.failures == 3)
    var found = everywhere(.record(record(.max, failures: 1)))
    found[.taskDatabase] = .record(next)
    #expect(self.counter(found).counter.record == next)
    #expect(counter.verified().failures == 0)
    let counted = self.counter(everywhere(.record(record(.max, failures: .max))))
    #expect(counted.counter.status(at: instant(0), hasRecoverySlot: false).failures == Int(UInt32.max))
  }

  @Test("a try that could not be written down is not counted, and what it left behind is no tampering")
  func notTried() {
    var (counter, _) = counter(everywhere(.record(record(7))))
    let former = counter.record
    _ = counter.begin(at: instant(0), hasRecoverySlot: true)
    counter.revertAttempt(to: former)
    #expect(counter.record?.failures == 0)
    #expect(counter.resolve(everywhere(.record(record(7))), rejectsLegacy: true, at: instant(0)).isEmpty)
  }

  @Test("being verified sets the count back, whatever the places hold, also where they were never looked at")
  func verified() {
    for finding in [AttemptFinding.missing, .garbage, .record(record(.max, failures: 9))] {
      var counter = AttemptCounter()
      let record = counter.verified(everywhere(finding))
      #expect(record.failures == 0 && counter.record == record)
      guard case .allowed = counter.begin(at: instant(0), hasRecoverySlot: true) else {
        Issue.record("not allowed")
        return
      }
    }
  }

  @Test("a first owner's record stays where there is one: no first PIN brings tries back")
  func beginning() {
    var fresh = AttemptCounter()
    #expect(fresh.establish(everywhere(.missing)) == record(1))
    var (counter, _) = counter(everywhere(.record(record(7, failures: 5))))
    #expect(counter.establish([:]).failures == 5)
    var unseen = AttemptCounter()
    #expect(unseen.establish(everywhere(.record(record(7, failures: 5)))).failures == 5)
  }

  @Test("a wait of another boot begins anew in full when it is first seen, and is a new record")
  func otherBoot() {
    var waiting = record(7, failures: 5)
    waiting.wait = AttemptRecord.Wait(seconds: 30, bootID: UUID().bytes, endMilliseconds: 1, beganAt: 0)
    var (counter, _) = counter(everywhere(.record(waiting)))
    #expect(counter.record?.generation == 8)
    #expect(counter.begin(at: instant(0), hasRecoverySlot: true) == .wait(seconds: 30))
    #expect(counter.begin(at: instant(29), hasRecoverySlot: true) == .wait(seconds: 1))
    guard case .allowed = counter.begin(at: instant(30), hasRecoverySlot: true) else {
      Issue.record("not allowed")
      return
    }
  }

  @Suite("The legacy format")
  struct Former {
    private func record(_ generation: UInt64, failures: UInt32 = 0) -> AttemptRecord {
      var record = AttemptRecord()
      record.generation = generation
      record.failures = failures
      return record
    }

    private func resolved(_ found: [AttemptRecordLocation: AttemptFinding], rejectsLegacy: Bool = false)
      -> AttemptRecord?
    {
      var counter = AttemptCounter()
      let now = BootInstant(bootID: UUID(), sinceBootMilliseconds: 0, wall: Date(timeIntervalSince1970: 0))
      _ = counter.resolve(found, rejectsLegacy: rejectsLegacy, at: now)
      return counter.record
    }

    private func legacy(_ data: AttemptFinding, _ state: AttemptFinding, _ store: AttemptFinding)
      -> [AttemptRecordLocation: AttemptFinding]
    {
      [.dataDirectory: data, .stateDirectory: state, .credentialStore: store, .taskDatabase: .missing]
    }

    @Test("a PIN that was never tried, and one whose places agree, go on as they were")
    func proven() {
      #expect(resolved(legacy(.missing, .missing, .missing))?.failures == 0)
      let one = AttemptFinding.legacy(record(7, failures: 2))
      #expect(resolved(legacy(one, one, one))?.failures == 2)
      #expect(resolved(legacy(.legacy(record(8, failures: 3)), one, one))?.failures == 3)
    }

    @Test(
      "a place that is missing, damaged or older proves nothing, and beside a note of the present form nothing does")
    func unproven() {
      let one = AttemptFinding.legacy(record(7))
      for odd in [AttemptFinding.missing, .garbage, .legacy(record(5))] {
        #expect(resolved(legacy(one, one, odd))?.failures == 20)
        #expect(resolved(legacy(odd, one, one))?.failures == 20)
      }
      for note in [AttemptFinding.garbage, .legacy(record(7))] {
        var found = legacy(one, one, one)
        found[.taskDatabase] = note
        #expect(resolved(found)?.failures == 20)
      }
      #expect(resolved(legacy(one, one, .record(record(7))))?.failures == 20)
      #expect(resolved(legacy(one, one, one), rejectsLegacy: true)?.failures == 20)
      #expect(resolved(legacy(.missing, .missing, .missing), rejectsLegacy: true)?.failures == 20)
      var mixed = legacy(one, .record(record(6, failures: 4)), one)
      mixed[.taskDatabase] = .missing
      #expect(resolved(mixed)?.failures == 4, "the place with the present form counts, whatever its age")
    }
  }
}
