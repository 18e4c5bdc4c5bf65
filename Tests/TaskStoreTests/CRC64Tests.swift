import Testing

@testable import TaskStore

@Suite("The checksum of rows")
struct CRC64Tests {
  @Test("it is CRC-64/XZ, and it does not matter in which parts the bytes come")
  func value() {
    // The check value of the catalogue of parametrised CRC algorithms.
    #expect(Self.checksum(Array("123456789".utf8)) == 0x995D_C9BB_DF19_39FA)
    #expect(Self.checksum([]) == 0)
    let bytes = (0..<100).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    for cut in 0...100 {
      var parts = CRC64()
      parts.add(bytes[..<cut])
      parts.add(AnySequence(bytes[cut...]))
      #expect(parts.value == Self.checksum(bytes))
      #expect(Self.checksum(Array(bytes[..<cut])) == Self.plain(bytes[..<cut]))
    }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt64 {
    var checksum = CRC64()
    checksum.add(bytes)
    return checksum.value
  }

  /// Bit by bit, as the polynomial has it.
  private static func plain(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var state = UInt64.max
    for byte in bytes {
      state ^= UInt64(byte)
      for _ in 0..<8 { state = state & 1 == 1 ? state >> 1 ^ 0xC96C_5795_D787_0F42 : state >> 1 }
    }
    return ~state
  }
}
