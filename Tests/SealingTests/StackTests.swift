import Glibc
import LinuxSystem
import SecretMemory
import Testing

@testable import Sealing

@Suite("Stack residue")
struct StackTests {
  @Test("no operation leaves its secret on the stack below it")
  func residue() throws {
    // The dynamic linker spills vector registers, whatever they hold, when a function is called for the first time: one
    // round with another secret gets that over with.
    _ = try residues(of: SystemRandom.bytes(64))
    let pattern = try SystemRandom.bytes(64)
    #expect(try residues(of: pattern) == [])
  }

  private func residues(of pattern: [UInt8]) throws -> [String] {
    let secret = try SecretBytes(pattern)
    let key = try SecretBytes(Array(pattern.prefix(32)))
    let cheap = try Argon2id.Parameters(memoryKiB: 64, iterations: 1, parallelism: 1)
    let salt = [UInt8](repeating: 1, count: 16)
    let nonce = [UInt8](repeating: 2, count: 12)
    var found: [String] = []
    func look(after operation: String) { if Stack.holds(pattern) != false { found.append(operation) } }
    ProcessHardening.eraseStack()
    look(after: "erasing")
    _ = try Argon2id.derive(from: secret, salt: salt, parameters: cheap, count: 32)
    look(after: "Argon2id")
    _ = SHA256.digest(of: secret)
    look(after: "SHA-256")
    _ = try HMACSHA256.code(for: salt, key: key)
    look(after: "HMAC")
    _ = try HKDFSHA256.derive(from: secret, salt: salt, info: [], count: 64)
    look(after: "HKDF")
    let sealed = try AES256GCM.seal(secret, key: key, nonce: nonce, authenticating: [])
    _ = try AES256GCM.open(sealed, key: key, nonce: nonce, authenticating: [])
    look(after: "AES-256-GCM")
    let message = try HPKE.seal(secret, to: X25519.publicKey(of: key), info: [], authenticating: [])
    _ = try HPKE.open(message, privateKey: key, info: [], authenticating: [])
    look(after: "HPKE")
    return found
  }

  @Test("the search finds what is there")
  func control() throws {
    let pattern = try SystemRandom.bytes(64)
    Stack.leave(pattern)
    #expect(Stack.holds(pattern) == true)
  }
}

/// The part of this thread's stack that is free now and holds what earlier calls left.
private enum Stack {
  /// Whether any 16 bytes in a row of `pattern` stand there, down to 256 KiB; nil when nothing could be read.
  @inline(never)
  static func holds(_ pattern: [UInt8]) -> Bool? {
    var here = 0
    let end = withUnsafePointer(to: &here) { Int(bitPattern: $0) }
    var below: [UInt8] = []
    while below.count < 256 << 10 {
      guard let page = page(endingAt: end - below.count) else { break }
      below = page + below
    }
    guard !below.isEmpty else { return nil }
    return stride(from: 0, to: pattern.count - 15, by: 16).contains { start in
      below.indices.dropLast(15).contains { index in
        below[index] == pattern[start] && below[index..<index + 16].elementsEqual(pattern[start..<start + 16])
      }
    }
  }

  /// The 4 KiB before `end`; nil where nothing is mapped. Not through `/proc/self/mem`, which a process that forbids dumps of
  /// itself can't open.
  private static func page(endingAt end: Int) -> [UInt8]? {
    let size = 4096
    guard let start = UnsafeMutableRawPointer(bitPattern: end - size) else { return nil }
    var residency = [UInt8](repeating: 0, count: 2)
    let aligned = UnsafeMutableRawPointer(bitPattern: (end - size) & ~(size - 1))
    guard let aligned, mincore(aligned, 2 * size, &residency) == 0 else { return nil }
    return Array(UnsafeRawBufferPointer(start: start, count: size))
  }

  /// Puts the pattern into a frame that is gone afterwards.
  @inline(never)
  static func leave(_ pattern: [UInt8]) {
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { frame in
      for start in stride(from: 0, to: 1024, by: 64) {
        UnsafeMutableRawBufferPointer(rebasing: frame[start..<start + 64]).copyBytes(from: pattern)
      }
    }
  }
}
