import FoundationEssentials
import Glibc
import Sealing
import SecretMemory
import Testing
import VaultModel

@testable import Backup

@Suite("The backup file")
struct BackupTests {
  static let contents = BackupContents(
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

  /// The keys of an owner with such a private half.
  private func keys(_ byte: UInt8 = 1) -> BackupKeyDerivation {
    { (purpose: String, salt: [UInt8]) throws(BackupError) in
      do {
        let half = try SecretBytes([UInt8](repeating: byte, count: 32))
        return try HKDFSHA256.derive(from: half, salt: salt, info: Array(purpose.utf8), count: 32)
      } catch { throw BackupError(.failed, "\(error)") }
    }
  }

  @Test("a backup comes back as it was made")
  func roundTrip() throws {
    let bytes = try BackupCodec.encode(Self.contents, deriving: keys())
    let backup = try UnverifiedBackup(bytes)
    #expect(backup.ownerHeader == Self.contents.ownerHeader)
    #expect(!backup.isReadable)
    let opened = try backup.verified(deriving: keys())
    #expect(opened == Self.contents)
    #expect(opened.createdAt == Date(timeIntervalSince1970: 1_800_000_000))
  }

  @Test("an empty vault can be backed up")
  func empty() throws {
    let contents = BackupContents(createdAt: Date(timeIntervalSince1970: 0), ownerHeader: [], records: [], tasks: [])
    let bytes = try BackupCodec.encode(contents, deriving: keys())
    #expect(try UnverifiedBackup(bytes).verified(deriving: keys()) == contents)
  }

  @Test("another owner's key doesn't open it")
  func otherOwner() throws {
    let backup = try UnverifiedBackup(try BackupCodec.encode(Self.contents, deriving: keys()))
    #expect(throws: BackupError(.notAuthentic)) { try backup.verified(deriving: keys(2)) }
  }

  @Test("a flipped bit is noticed wherever it is")
  func flipped() throws {
    let bytes = try BackupCodec.encode(Self.contents, deriving: keys())
    var generator = SeededGenerator(seed: 7)
    // All of the head and of the trailer, and some of the many bytes between.
    let places = Array(0..<200) + Array(bytes.count - 100..<bytes.count)
    let between = (0..<200).map { _ in Int.random(in: 200..<bytes.count - 100, using: &generator) }
    for index in places + between {
      var damaged = bytes
      damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      #expect(throws: BackupError.self) { try UnverifiedBackup(damaged).verified(deriving: keys()) }
    }
  }

  @Test("a file cut off at any length is damaged, or none")
  func cutOff() throws {
    let bytes = try BackupCodec.encode(Self.contents, deriving: keys())
    for count in Array(0..<200) + Array(stride(from: 200, to: bytes.count, by: 997)) + [bytes.count - 1] {
      let error = #expect(throws: BackupError.self) { try UnverifiedBackup(Array(bytes[..<count])) }
      #expect(error?.code == (count < 8 ? .notABackup : .damaged))
    }
  }

  @Test("hostile heads under a right checksum are refused without a crash")
  func hostile() throws {
    let head = Array(try BackupCodec.encode(Self.contents, deriving: keys())[..<80])
    var generator = SeededGenerator(seed: 42)
    var refused = 0
    for _ in 0..<3000 {
      var changed = head + (0..<Int.random(in: 0...64, using: &generator)).map { UInt8($0) }
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        changed[Int.random(in: 8..<80, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      changed.replaceSubrange(8..<12, with: [0, 0, 0, UInt8.random(in: 1...2, using: &generator)])
      do {
        _ = try UnverifiedBackup(sealedByNobody(changed)).verified(deriving: keys())
      } catch { refused += 1 }
    }
    #expect(refused == 3000)
  }

  /// The bytes with their length and their SHA-256, as anybody can write them, and a code that nobody made.
  private func sealedByNobody(_ bytes: [UInt8]) -> [UInt8] {
    var whole = bytes
    let total = UInt64(bytes.count + BackupCodec.trailerByteCount)
    whole.replaceSubrange(12..<20, with: withUnsafeBytes(of: total.bigEndian) { Array($0) })
    return whole + SHA256.digest(of: whole) + [UInt8](repeating: 0, count: 32)
  }

  @Test("a file of a newer version is named as such, and one of no version is damaged")
  func versions() throws {
    let bytes = try BackupCodec.encode(Self.contents, deriving: keys())
    for (version, error) in [(3, .newerFormat), (255, .newerFormat), (0, .damaged)] as [(UInt8, BackupError.Code)] {
      var changed = Array(bytes.dropLast(BackupCodec.trailerByteCount))
      changed[11] = version
      #expect(throws: BackupError(error)) { try UnverifiedBackup(sealedByNobody(changed)) }
    }
  }

  @Test("more than a backup holds is refused when it is made")
  func tooLarge() throws {
    var contents = Self.contents
    contents.records[0].sealed = [UInt8](repeating: 0, count: BackupLimits.recordByteCount + 1)
    #expect(throws: BackupError(.tooLarge)) { try BackupCodec.encode(contents, deriving: keys()) }
    contents = Self.contents
    contents.ownerHeader = [UInt8](repeating: 0, count: BackupLimits.ownerHeaderByteCount + 1)
    #expect(throws: BackupError(.tooLarge)) { try BackupCodec.encode(contents, deriving: keys()) }
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
