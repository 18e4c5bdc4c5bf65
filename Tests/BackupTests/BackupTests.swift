import FoundationEssentials
import Glibc
import Sealing
import SecretMemory
import Testing
import VaultModel

@testable import Backup

@Suite("The backup file")
struct BackupTests {
  private static let contents = BackupContents(
    createdAt: Date(timeIntervalSince1970: 1_800_000_000.9), ownerHeader: Array("owner header".utf8),
    records: [
      .init(name: "task/1", sealed: [1, 2, 3]), .init(name: "übung", sealed: []),
      .init(name: "big", sealed: [UInt8](repeating: 0xAB, count: 5000)),
    ],
    tasks: [
      TodoTask(id: UUID(), name: "Buy milk ✅", createdAt: Date(timeIntervalSinceReferenceDate: 1.0 / 3)),
      TodoTask(
        id: UUID(), label: "Protected task", seal: .init(version: 3, digest: [UInt8](repeating: 5, count: 32)),
        dueDate: Date(timeIntervalSinceReferenceDate: 800_000_000.123),
        createdAt: Date(timeIntervalSinceReferenceDate: 7)),
    ])

  private func key(_ byte: UInt8 = 1) throws -> SecretBytes { try SecretBytes([UInt8](repeating: byte, count: 32)) }

  @Test("a backup comes back as it was made")
  func roundTrip() throws {
    let bytes = try BackupCodec.encode(Self.contents, ownerPrivateKey: key())
    let backup = try UnverifiedBackup(bytes)
    #expect(backup.ownerHeader == Self.contents.ownerHeader)
    #expect(backup.createdAt == Date(timeIntervalSince1970: 1_800_000_000))
    #expect(try backup.verified(ownerPrivateKey: key()) == Self.contents)
  }

  @Test("an empty vault can be backed up")
  func empty() throws {
    let contents = BackupContents(createdAt: Date(timeIntervalSince1970: 0), ownerHeader: [], records: [], tasks: [])
    let bytes = try BackupCodec.encode(contents, ownerPrivateKey: key())
    #expect(try UnverifiedBackup(bytes).verified(ownerPrivateKey: key()) == contents)
  }

  @Test("another owner's key doesn't open it")
  func otherOwner() throws {
    let backup = try UnverifiedBackup(try BackupCodec.encode(Self.contents, ownerPrivateKey: key()))
    #expect(throws: BackupError(.notAuthentic)) { try backup.verified(ownerPrivateKey: key(2)) }
  }

  @Test("every flipped byte is noticed, and none crashes")
  func flipped() throws {
    let bytes = try BackupCodec.encode(Self.contents, ownerPrivateKey: key())
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= index % 2 == 0 ? 0xFF : 0x01
      #expect(throws: BackupError.self) { try UnverifiedBackup(damaged).verified(ownerPrivateKey: key()) }
    }
  }

  @Test("a file cut off at any length is damaged, or none")
  func cutOff() throws {
    let bytes = try BackupCodec.encode(Self.contents, ownerPrivateKey: key())
    for count in 0..<bytes.count {
      let error = #expect(throws: BackupError.self) { try UnverifiedBackup(Array(bytes[..<count])) }
      #expect(error?.code == (count < 8 ? .notABackup : .damaged))
    }
  }

  @Test("hostile contents under a right checksum are refused without a crash")
  func hostile() throws {
    let bytes = try BackupCodec.encode(Self.contents, ownerPrivateKey: key())
    var generator = SeededGenerator(seed: 42)
    var refused = 0
    for _ in 0..<3000 {
      var changed = Array(bytes.dropLast(BackupCodec.trailerByteCount))
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        // Lengths and names stand at the beginning and near the end, beside 5,000 bytes that are anybody's.
        let index = Int.random(in: 8..<changed.count, using: &generator)
        changed[index < 5000 && index > 200 ? index % 200 + 8 : index] = UInt8.random(in: 0...255, using: &generator)
      }
      let total = changed.count + BackupCodec.trailerByteCount
      changed.replaceSubrange(12..<20, with: withUnsafeBytes(of: UInt64(total).bigEndian) { Array($0) })
      changed += SHA256.digest(of: changed) + [UInt8](repeating: 0, count: 32)
      do { _ = try UnverifiedBackup(changed).verified(ownerPrivateKey: key()) } catch is BackupError { refused += 1 }
    }
    #expect(refused == 3000)
  }

  @Test("a file of a newer version is named as such")
  func newer() throws {
    var bytes = Array(
      try BackupCodec.encode(Self.contents, ownerPrivateKey: key()).dropLast(BackupCodec.trailerByteCount))
    bytes[11] = 2
    bytes += SHA256.digest(of: bytes) + [UInt8](repeating: 0, count: 32)
    #expect(throws: BackupError(.newerFormat)) { try UnverifiedBackup(bytes) }
  }

  @Test("more than a backup holds is refused when it is made")
  func tooLarge() throws {
    var contents = Self.contents
    contents.records[0].sealed = [UInt8](repeating: 0, count: BackupLimits.recordByteCount + 1)
    #expect(throws: BackupError(.tooLarge)) { try BackupCodec.encode(contents, ownerPrivateKey: key()) }
    contents = Self.contents
    contents.ownerHeader = [UInt8](repeating: 0, count: BackupLimits.ownerHeaderByteCount + 1)
    #expect(throws: BackupError(.tooLarge)) { try BackupCodec.encode(contents, ownerPrivateKey: key()) }
  }

  @Test("the file is private, and never written over another one")
  func file() throws {
    let base = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    let path = "\(base)/backup-\(UUID().uuidString)"
    defer { unlink(path) }
    try BackupFile.write([1, 2, 3], to: path)
    var status = stat()
    try #require(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(throws: BackupError(.alreadyExists)) { try BackupFile.write([4], to: path) }
    #expect(try BackupFile.read(path) == [1, 2, 3])
    #expect(throws: BackupError(.readOnly)) { try BackupFile.write([4], to: path + "/below") }
    #expect(throws: BackupError(.notABackup)) { try BackupFile.read("/dev/null") }
  }
}
