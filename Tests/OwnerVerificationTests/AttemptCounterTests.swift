import FoundationEssentials
import Glibc
import Sealing
import SecretMemory
import Testing

@testable import OwnerVerification

@Suite("Attempt counter")
struct AttemptCounterTests {
  private let data: TemporaryDirectory
  private let state: TemporaryDirectory
  private let file: AttemptRecordFile
  private let boot = UUID()

  init() throws {
    data = try TemporaryDirectory()
    state = try TemporaryDirectory()
    let deviceKey = try SystemRandom.secret(32)
    file = AttemptRecordFile(
      directories: [data.path, state.path], key: try AttemptRecordFile.key(from: deviceKey))
  }

  private var counter: AttemptCounter { AttemptCounter(file: file) }

  private func moment(_ seconds: Int64) -> Moment {
    Moment(bootID: boot, sinceBootMilliseconds: seconds * 1000, wall: Date(timeIntervalSince1970: 1_800_000_000))
  }

  private func exhaust(_ count: Int) throws {
    for _ in 0..<count {
      guard case .allowed = try counter.begin(at: moment(0), hasRecoverySlot: true) else {
        Issue.record("not allowed")
        return
      }
    }
  }

  @Test("a try is on disk before the PIN is looked at: ending the process in between forgets nothing")
  func durable() throws {
    guard case .allowed = try counter.begin(at: moment(0), hasRecoverySlot: true) else {
      Issue.record("not allowed")
      return
    }
    // Where Argon2 would run now, a fresh reader, which knows nothing but the files, already sees the try.
    #expect(try AttemptCounter(file: file).status(at: moment(0), hasRecoverySlot: true).failures == 1)
    for directory in [data, state] {
      for name in ["attempts", "attempts.copy"] { #expect(try !directory.read(name).isEmpty) }
    }
  }

  @Test("a process killed while it hashes has counted its try")
  func killed() async throws {
    let directory = data.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [directory = directory as String] in
      let key = SharedSecret(try SecretBytes([1, 2, 3]))
      let counter = AttemptCounter(file: AttemptRecordFile(directories: [directory], key: key))
      guard case .allowed = try counter.begin(at: try Moment.now(), hasRecoverySlot: true) else { return }
      kill(getpid(), SIGKILL)
    }
    let key = SharedSecret(try SecretBytes([1, 2, 3]))
    let counter = AttemptCounter(file: AttemptRecordFile(directories: [directory], key: key))
    #expect(try counter.status(at: try Moment.now(), hasRecoverySlot: true).failures == 1)
  }

  @Test("when the record can't be written, no PIN may be tried")
  func unwritable() throws {
    let gone = AttemptRecordFile(
      directories: [data.path, "/nonexistent/vault"], key: SharedSecret(try SecretBytes([1])))
    #expect(throws: OwnerVerificationError(.inputOutput)) {
      _ = try AttemptCounter(file: gone).begin(at: moment(0), hasRecoverySlot: true)
    }
  }

  @Test("being verified sets the count back")
  func verified() throws {
    try exhaust(5)
    #expect(try counter.begin(at: moment(0), hasRecoverySlot: true) == .wait(seconds: 30))
    _ = try counter.verified(at: moment(0))
    #expect(try counter.status(at: moment(0), hasRecoverySlot: true).failures == 0)
    try exhaust(1)
  }

  @Test("copying one directory back resets nothing, and neither does removing it")
  func rollback() throws {
    try exhaust(1)
    let old = try (data.read("attempts"), data.read("attempts.copy"))
    try exhaust(4)
    try data.write(old.0, to: "attempts")
    try data.write(old.1, to: "attempts.copy")
    #expect(try counter.status(at: moment(0), hasRecoverySlot: true).failures == 5)
    #expect(try data.read("attempts") == state.read("attempts"))
    for name in ["attempts", "attempts.copy"] { unlink(state.file(name)) }
    #expect(try counter.status(at: moment(0), hasRecoverySlot: true).failures == 5)
    #expect(try data.read("attempts") == state.read("attempts"))
  }

  @Test("a third place keeps the count when both directories were copied back or removed")
  func thirdPlace() throws {
    try exhaust(4)
    guard case .allowed(let exported) = try counter.begin(at: moment(0), hasRecoverySlot: true) else {
      Issue.record("not allowed")
      return
    }
    for directory in [data, state] { for name in ["attempts", "attempts.copy"] { unlink(directory.file(name)) } }
    #expect(try counter.begin(at: moment(0), hasRecoverySlot: true, importing: [exported]) == .wait(seconds: 30))
    #expect(try counter.status(at: moment(0), hasRecoverySlot: true).failures == 5)
  }

  @Test("every flipped byte in one copy is repaired")
  func repair() throws {
    try exhaust(3)
    let whole = try data.read("attempts")
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 0xFF
      try data.write(changed, to: "attempts")
      guard case .record(let record, let repairs) = try file.load() else {
        Issue.record("no record")
        return
      }
      #expect(record.failures == 3)
      #expect(repairs == [.repaired(path: data.file("attempts"))])
      #expect(try data.read("attempts") == whole)
    }
  }

  @Test("when every copy is damaged, all tries count as used up, and the wait begins once")
  func allDamaged() throws {
    try exhaust(1)
    for directory in [data, state] {
      try directory.write([7], to: "attempts")
      try directory.write([UInt8](repeating: 7, count: 9999), to: "attempts.copy")
    }
    #expect(try counter.begin(at: moment(0), hasRecoverySlot: true) == .closed)
    #expect(try counter.begin(at: moment(100), hasRecoverySlot: false) == .wait(seconds: 86_300))
    _ = try counter.verified(at: moment(0))
    #expect(try counter.status(at: moment(0), hasRecoverySlot: true).failures == 0)
  }

  @Test("a record of another machine or made up is not believed")
  func forged() throws {
    try exhaust(5)
    var random = SeededGenerator(seed: 9)
    let other = try SystemRandom.secret(32)
    var best = AttemptRecord()
    best.generation = .max
    let forged = try best.encoded(key: other)
    for input in [forged, [], random.bytes(AttemptRecord.byteCount), random.bytes(5000)] {
      #expect(try counter.status(at: moment(0), hasRecoverySlot: true).failures == 5)
      #expect(try counter.begin(at: moment(0), hasRecoverySlot: true, importing: [input]) == .wait(seconds: 30))
    }
  }

  @Test("the kernel tells this boot and how long it lasts")
  func clock() throws {
    let first = try Moment.now()
    let second = try Moment.now()
    #expect(first.bootID == second.bootID)
    #expect(first.sinceBootMilliseconds > 0)
    #expect(second.sinceBootMilliseconds >= first.sinceBootMilliseconds)
  }
}
