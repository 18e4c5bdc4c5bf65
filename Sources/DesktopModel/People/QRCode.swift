/// A short text as a QR code (ISO/IEC 18004): bytes, error correction of level M, versions 1 to 6.
public struct QRCode: Equatable, Sendable {
  /// Whether the squares are dark, row by row; as many rows as columns, without the quiet zone.
  public let squares: [[Bool]]

  /// How many light squares have to be around it.
  public static let quietCount = 4
  /// The longest text, in bytes.
  public static let maximumByteCount = 106

  /// How many bytes of error correction a block has, and how many blocks there are, by version. All blocks are equally long.
  private static let blocks = [(10, 1), (16, 1), (26, 1), (18, 2), (24, 2), (16, 4)]
  /// How many bytes there are in all, by version.
  private static let byteCounts = [26, 44, 70, 100, 134, 172]

  /// Encodes a text; nil for one that is too long.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    let fitting = Self.blocks.indices.first {
      bytes.count + 2 <= Self.byteCounts[$0] - Self.blocks[$0].0 * Self.blocks[$0].1
    }
    guard let version = fitting else { return nil }
    let (checkCount, blockCount) = Self.blocks[version]
    let capacity = Self.byteCounts[version] - checkCount * blockCount
    let words = Self.interleaved(Self.words(bytes, capacity: capacity), checkCount, blockCount)
    var best: (penalty: Int, squares: [[Bool]])?
    for mask in 0..<8 {
      var canvas = QRCanvas(version: version + 1)
      canvas.fill(words, mask: mask)
      let penalty = canvas.penalty
      if penalty < best?.penalty ?? .max { best = (penalty, canvas.squares) }
    }
    squares = best?.squares ?? []
  }

  /// The text with what it is and how long it is before it, and what fills the rest behind it.
  private static func words(_ bytes: [UInt8], capacity: Int) -> [UInt8] {
    let count = UInt8(bytes.count)
    var nibbles: [UInt8] = [4, count >> 4, count & 15]
    for byte in bytes { nibbles += [byte >> 4, byte & 15] }
    nibbles.append(0)
    var words = stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
    for place in 0..<(capacity - words.count) { words.append(place % 2 == 0 ? 0xEC : 0x11) }
    return words
  }

  /// The blocks' bytes in turn, and then their error correction in turn.
  private static func interleaved(_ words: [UInt8], _ checkCount: Int, _ blockCount: Int) -> [UInt8] {
    let count = words.count / blockCount
    let blocks = (0..<blockCount).map { Array(words[($0 * count)..<(($0 + 1) * count)]) }
    let checks = blocks.map { ReedSolomon(checkCount).remainder(of: $0) }
    var words: [UInt8] = []
    for index in 0..<count { words += blocks.map { $0[index] } }
    for index in 0..<checkCount { words += checks.map { $0[index] } }
    return words
  }
}

/// Error correction over the field of 256 elements that QR codes use.
private struct ReedSolomon {
  private let divisor: [UInt8]

  init(_ degree: Int) {
    var divisor = [UInt8](repeating: 0, count: degree - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in 0..<degree {
        divisor[index] = Self.product(divisor[index], root)
        if index + 1 < degree { divisor[index] ^= divisor[index + 1] }
      }
      root = Self.product(root, 2)
    }
    self.divisor = divisor
  }

  func remainder(of bytes: [UInt8]) -> [UInt8] {
    var rest = [UInt8](repeating: 0, count: divisor.count)
    for byte in bytes {
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for index in rest.indices { rest[index] ^= Self.product(divisor[index], factor) }
    }
    return rest
  }

  private static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
    var product: UInt8 = 0
    for bit in (0..<8).reversed() {
      product = (product << 1) ^ (product >> 7) &* 0x1D
      if other >> UInt8(bit) & 1 == 1 { product ^= one }
    }
    return product
  }
}
