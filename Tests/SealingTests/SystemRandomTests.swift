import Sealing
import SecretMemory
import Testing

@Suite("Randomness")
struct SystemRandomTests {
  @Test("any number of bytes is filled to the last", arguments: [0, 1, 255, 256, 257, 1000])
  func filled(count: Int) throws {
    // Sixteen draws: a byte that is never written would be zero in all of them.
    var seen = [UInt8](repeating: 0, count: count)
    for _ in 0..<16 {
      let bytes = try SystemRandom.bytes(count)
      #expect(bytes.count == count)
      for index in 0..<count { seen[index] |= bytes[index] }
    }
    #expect(!seen.contains(0))
    let secret = try SystemRandom.secret(count)
    #expect(secret.count == count)
  }
}
