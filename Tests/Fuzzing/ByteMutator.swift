/// Changes bytes a little, the same way for the same seed: a fuzzer's mutations for tests that run in moments.
public struct ByteMutator: Sendable {
  private static let interesting: [UInt8] = [
    0, 1, 0x0A, 0x20, 0x22, 0x2C, 0x3A, 0x5B, 0x5C, 0x7B, 0x7D, 0x7F, 0x80, 0xFF,
  ]

  private var numbers: SplitMix64

  /// Begins with a seed.
  public init(seed: UInt64) { numbers = SplitMix64(state: seed) }

  /// Some bytes made of others, at most so many.
  public mutating func mutated(_ bytes: [UInt8], atMost maximumByteCount: Int) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(4) { mutate(&bytes) }
    return Array(bytes.prefix(maximumByteCount))
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let place = below(bytes.count + 1)
    let end = min(bytes.count, place + below(9))
    switch below(6) {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes.insert(contentsOf: Array(bytes[place..<end]), at: below(bytes.count + 1))
    case 2: bytes.insert(Self.interesting[below(Self.interesting.count)], at: place)
    case 3 where place < bytes.count: bytes[place] ^= 1 << UInt8(below(8))
    case 4 where place < bytes.count: bytes[place] = Self.interesting[below(Self.interesting.count)]
    case 5 where place > 0: bytes.removeSubrange(place...)
    default: bytes.append(UInt8(below(256)))
    }
  }

  private mutating func below(_ bound: Int) -> Int { numbers.below(bound) }
}
