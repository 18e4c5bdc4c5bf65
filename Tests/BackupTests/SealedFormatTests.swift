import FoundationEssentials
import SecretMemory
import Testing
import VaultModel

@testable import Backup
@testable import Sealing

@Suite("What a backup shows, and what it takes for its own")
struct SealedFormatTests {
  private func key(_ byte: UInt8 = 1) throws -> SecretBytes { try SecretBytes([UInt8](repeating: byte, count: 32)) }

  /// The keys of an owner with such a private half.
  private func keys(_ byte: UInt8 = 1) -> BackupKeyDerivation {
    { (purpose: String, salt: [UInt8]) throws(BackupError) in
      do {
        let half = try SecretBytes([UInt8](repeating: byte, count: 32))
        return try HKDFSHA256.derive(from: half, salt: salt, info: Array(purpose.utf8), count: 32)
      } catch { throw BackupError(.failed, "\(error)") }
    }
  }

  private func contents(name: String, notes: String) -> BackupContents {
    let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var task = TodoTask(id: id, name: name, createdAt: Date(timeIntervalSinceReferenceDate: 1))
    task.notes = notes
    task.tags = ["bookkeeping"]
    return BackupContents(
      createdAt: Date(timeIntervalSince1970: 1_800_000_000), ownerHeader: Array("owner header".utf8),
      records: [.init(name: "task/0102", sealed: [UInt8](repeating: 0xCD, count: 300))], tasks: [task])
  }

  @Test("two backups that differ in their tasks' text alone agree in length, and in no more than chance would have it")
  func alike() throws {
    let long = contents(name: "Rent", notes: String(repeating: "DE02120300000000202051 ", count: 400))
    let first = try BackupCodec.encode(long, deriving: keys())
    let second = try BackupCodec.encode(contents(name: "Buy milk", notes: ""), deriving: keys())
    #expect(first.count == second.count)
    // Behind the owner header, which is as long in both: that of the control is the same.
    let start = BackupCodec.fixedByteCount + BackupCodec.saltByteCount + 4 + long.ownerHeader.count
    let again = try BackupCodec.encode(long, deriving: keys())
    for other in [second, again] {
      let same = (start..<first.count).count { first[$0] == other[$0] }
      // One of 256 by chance: 256 of 64 KiB, give or take 16.
      #expect((128..<400).contains(same), "\(same) bytes are the same")
    }
  }

  @Test("nothing in it can be read, and nothing could be unpacked: every byte comes as often as every other")
  func nothingReadable() throws {
    let notes = String(repeating: "DE02120300000000202051 ", count: 400)
    let bytes = try BackupCodec.encode(contents(name: "Rent for the flat", notes: notes), deriving: keys())
    let text = String(decoding: bytes, as: UTF8.self)
    for word in ["Rent", "flat", "DE0212", "bookkeeping", "task/", "createdAt"] { #expect(!text.contains(word)) }
    var counts = [Int](repeating: 0, count: 256)
    for byte in bytes.dropFirst(80) { counts[Int(byte)] += 1 }
    // 256 each, give or take 16; a packed text with its padding would have 60,000 zeros.
    #expect(counts.allSatisfy { (150..<380).contains($0) }, "\(counts)")
  }

  @Test("lengths are powers of two of at least a chunk")
  func padding() {
    let chunk = SealedChunks.textByteCount
    #expect([0, 1, chunk].map(BackupBody.paddedByteCount) == [chunk, chunk, chunk])
    #expect([chunk + 1, 3 * chunk, 4 * chunk].map(BackupBody.paddedByteCount) == [2 * chunk, 4 * chunk, 4 * chunk])
    #expect(BackupBody.paddedByteCount(BackupLimits.bodyByteCount) == BackupLimits.bodyByteCount)
  }

  /// A text of four chunks, sealed, as its chunks.
  private func fourChunks(_ head: [UInt8]) throws -> (text: [UInt8], sealed: [[UInt8]]) {
    let text = (0..<4 * SealedChunks.textByteCount).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 16) }
    let sealed = try SealedChunks.seal(text, key: key(), authenticating: head)
    let size = SealedChunks.chunkByteCount
    return (text, (0..<4).map { Array(sealed[$0 * size..<($0 + 1) * size]) })
  }

  @Test("chunks that are moved, repeated, left out, cut or put on are refused, and so is another head")
  func chunks() throws {
    let head = Array("head".utf8)
    let (text, sealed) = try fourChunks(head)
    func open(_ chunks: [[UInt8]], _ head: [UInt8]) throws -> [UInt8] {
      try SealedChunks.open(chunks.flatMap { $0 }[...], key: key(), authenticating: head)
    }
    #expect(try open(sealed, head) == text)
    let (a, b, c, d) = (sealed[0], sealed[1], sealed[2], sealed[3])
    let wrong = [
      [b, a, c, d], [a, b, d, c], [a, b, c], [b, c, d], [a, c, d], [a, b, b, c, d], [a, b, c, d, d], [d], [a], [],
      [a, b, c, Array(d.dropLast())], [a, b, c, d, [0]],
    ]
    for chunks in wrong {
      #expect(throws: SealingError(.authenticationFailed)) { try open(chunks, head) }
    }
    for bit in 0..<head.count * 8 {
      var other = head
      other[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: SealingError(.authenticationFailed)) { try open(sealed, other) }
    }
  }

  @Test("no nonce comes twice, and the keys of a file are its own")
  func ownKeys() throws {
    let nonces = (0..<300).flatMap { [SealedChunks.nonce($0, isLast: false), SealedChunks.nonce($0, isLast: true)] }
    #expect(Set(nonces).count == 600)
    #expect(nonces.allSatisfy { $0.count == AES256GCM.nonceByteCount })
    func both(_ owner: UInt8, _ salt: UInt8) throws -> [[UInt8]] {
      let keys = try BackupKeys(salt: [UInt8](repeating: salt, count: 32), keys(owner))
      return [keys.contents.withUnsafeBytes { Array($0) }, keys.authentication.withUnsafeBytes { Array($0) }]
    }
    let all = try both(1, 1) + both(1, 2) + both(2, 1)
    #expect(Set(all).count == 6)
    #expect(try both(1, 1) == Array(all[..<2]))
  }

  @Test("whatever the owner's key opened, nothing in it crashes the reader")
  func fuzz() throws {
    let body = try BackupBody.encode(BackupTests.contents)
    let used = body.count - body.reversed().prefix { $0 == 0 }.count
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<3000 {
      var changed = Array(body[..<used])
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let index = Int.random(in: 0..<changed.count, using: &generator)
        // Lengths and names stand before and behind 5,000 bytes that are anybody's.
        changed[(60..<5060).contains(index) ? index % 60 : index] = UInt8.random(in: 0...255, using: &generator)
      }
      changed.removeLast(Int.random(in: 0...3, using: &generator))
      do throws(BackupError) { _ = try BackupBody.decode(changed, ownerHeader: []) } catch {
        #expect(error.code == .damaged)
      }
    }
  }
}
