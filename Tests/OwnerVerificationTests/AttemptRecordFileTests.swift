import FoundationEssentials
import Glibc
import Sealing
import SecretMemory
import Testing

@testable import OwnerVerification

@Suite("Attempt record, in its files")
struct AttemptRecordFileTests {
  private let data: TemporaryDirectory
  private let state: TemporaryDirectory
  private let key: SharedSecret
  private let names = ["attempts", "attempts.copy"]

  init() throws {
    data = try TemporaryDirectory()
    state = try TemporaryDirectory()
    key = try AttemptRecordFile.key(from: try SystemRandom.secret(32))
  }

  private var file: AttemptRecordFile { AttemptRecordFile(directories: [data.path, state.path], key: key) }

  private func record(_ generation: UInt64, failures: UInt32 = 0) -> AttemptRecord {
    var record = AttemptRecord()
    record.generation = generation
    record.failures = failures
    return record
  }

  @Test("what was written is found in every directory, and every flipped byte of a copy is mended by the next write")
  func written() throws {
    #expect(file.findings() == [.missing, .missing])
    var saved = record(7, failures: 3)
    saved.isAdvised = true
    try file.save(saved)
    #expect(file.findings() == [.record(saved), .record(saved)])
    let whole = try data.read("attempts")
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 0xFF
      try data.write(changed, to: "attempts")
      #expect(file.findings() == [.record(saved), .record(saved)], "the other copy")
      try file.save(saved)
      #expect(try data.read("attempts") == whole)
    }
  }

  @Test("whatever stands in a file's place is garbage, and a write puts the record there")
  func garbage() throws {
    try file.save(record(1))
    var newer = try data.read("attempts")
    newer[9] = 99
    let body = Array(newer.dropLast(SHA256.byteCount))
    for place in [data, state] {
      try place.write([UInt8](repeating: 7, count: 9999), to: "attempts")
      try place.write(body + SHA256.digest(of: body), to: "attempts.copy", mode: 0o666)
    }
    #expect(file.findings() == [.garbage, .garbage])
    try file.save(record(2))
    for name in names { unlink(data.file(name)) }
    #expect(mkdir(data.file("attempts"), 0o700) == 0)
    #expect(symlink("/dev/zero", data.file("attempts.copy")) == 0)
    #expect(file.findings() == [.garbage, .record(record(2))])
    try file.save(record(3))
    #expect(file.findings() == [.record(record(3)), .record(record(3))])
    #expect(try data.read("attempts") == state.read("attempts.copy"))
  }

  @Test("when a file can't be written the others are, and that is an error")
  func unwritable() throws {
    let gone = AttemptRecordFile(directories: ["/nonexistent/vault", data.path], key: key)
    #expect(throws: OwnerVerificationError(.inputOutput)) { try gone.save(record(1)) }
    #expect(gone.findings() == [.missing, .record(record(1))])
  }

  @Test("a record of another machine or made up is garbage, and one of the legacy format is known as that")
  func forged() throws {
    var random = SeededGenerator(seed: 9)
    let other = try SystemRandom.secret(32)
    let forged = try record(.max).encoded(key: other)
    for input in [forged, [], random.bytes(AttemptRecord.byteCount), random.bytes(5000)] {
      #expect(file.finding(in: input) == .garbage)
    }
    #expect(file.finding(in: nil) == .missing)
    let legacy = record(3, failures: 2)
    #expect(file.finding(in: try legacy.encodedAsLegacy(key: key.bytes)) == .legacy(legacy))
    #expect(try legacy.encodedAsLegacy(key: key.bytes).count == 80)
  }

  @Test("a process killed after it wrote has counted its try")
  func killed() async throws {
    let directory = data.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [directory = directory as String] in
      let file = AttemptRecordFile(directories: [directory], key: SharedSecret(try SecretBytes([1, 2, 3])))
      var record = AttemptRecord()
      record.failures = 1
      try file.save(record)
      kill(getpid(), SIGKILL)
    }
    let file = AttemptRecordFile(directories: [directory], key: SharedSecret(try SecretBytes([1, 2, 3])))
    #expect(file.findings() == [.record(record(0, failures: 1))])
  }

  @Test("the kernel tells this boot and how long it lasts")
  func clock() throws {
    let first = try BootInstant.now()
    let second = try BootInstant.now()
    #expect(first.bootID == second.bootID)
    #expect(first.sinceBootMilliseconds > 0)
    #expect(second.sinceBootMilliseconds >= first.sinceBootMilliseconds)
  }
}
