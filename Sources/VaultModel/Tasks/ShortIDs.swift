public import FoundationEssentials

/// The short names of tasks.
public enum ShortIDs {
  /// The fewest digits a short id has.
  public static let minimumDigitCount = 4

  /// For every id its shortest prefix, of at least ``minimumDigitCount`` lower-case hexadecimal digits without dashes,
  /// that begins no other of the ids. Sorting makes it O(n log n): only neighbours can share the longest prefix.
  public static func shortest(for ids: some Sequence<UUID>) -> [UUID: String] {
    let sorted = Set(ids).map { (id: $0, number: $0.number) }.sorted { $0.number < $1.number }
    var result: [UUID: String] = [:]
    result.reserveCapacity(sorted.count)
    // How many digits an id shares with the one before it.
    var shared = 0
    for (index, entry) in sorted.enumerated() {
      let next = index + 1 < sorted.count ? commonDigitCount(entry.number, sorted[index + 1].number) : 0
      result[entry.id] = String(entry.id.hexDigits.prefix(max(minimumDigitCount, max(shared, next) + 1)))
      shared = next
    }
    return result
  }

  private static func commonDigitCount(_ one: UInt128, _ other: UInt128) -> Int {
    (one ^ other).leadingZeroBitCount / 4
  }
}

extension UUID {
  /// The number that its digits are.
  fileprivate var number: UInt128 {
    withUnsafeBytes(of: uuid) { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) }
  }
}
