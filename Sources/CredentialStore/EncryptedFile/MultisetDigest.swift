internal import DurableFiles

/// The sum modulo 2^256 of keyed 32-byte codes, one per record: it does not depend on their order, and adding or taking
/// away one takes the same time however many there are.
struct MultisetDigest: Equatable {
  /// Four 64-bit words, the least significant first.
  private var words: [UInt64] = [0, 0, 0, 0]

  init() {}

  /// Takes 32 big-endian bytes.
  init(bytes: [UInt8]) { words = (0..<4).map { bytes.bigEndian(at: 24 - 8 * $0, as: UInt64.self) } }

  /// 32 big-endian bytes.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for word in words.reversed() { bytes.append(bigEndian: word) }
    return bytes
  }

  mutating func add(_ code: [UInt8]) {
    let other = MultisetDigest(bytes: code)
    var carry: UInt64 = 0
    for index in 0..<4 {
      let (sum, first) = words[index].addingReportingOverflow(other.words[index])
      let (total, second) = sum.addingReportingOverflow(carry)
      words[index] = total
      carry = first || second ? 1 : 0
    }
  }

  mutating func remove(_ code: [UInt8]) {
    let other = MultisetDigest(bytes: code)
    var borrow: UInt64 = 0
    for index in 0..<4 {
      let (difference, first) = words[index].subtractingReportingOverflow(other.words[index])
      let (total, second) = difference.subtractingReportingOverflow(borrow)
      words[index] = total
      borrow = first || second ? 1 : 0
    }
  }
}
