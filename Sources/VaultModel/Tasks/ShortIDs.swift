public import FoundationEssentials

/// The short names of tasks.
public enum ShortIDs {
  /// The fewest digits a short id has.
  public static let minimumDigitCount = 4

  /// For every id its shortest prefix, of at least ``minimumDigitCount`` lower-case hexadecimal digits without dashes, that begins no
  /// other of the ids, nor any of the others. Only neighbours can share the longest prefix: O(n log n).
  public static func shortest(
    for ids: some Collection<UUID>, among others: some Sequence<UUID> = EmptyCollection()
  ) -> [UUID: String] {
    // What is in order already, as stores have their ids, is sorted in one pass.
    let sorted = (others.map(\.number) + ids.map(\.number)).sorted()
    var result: [UUID: String] = [:]
    result.reserveCapacity(ids.count)
    for id in ids { result[id] = id.hexDigits(max(minimumDigitCount, sharedDigitCount(id.number, sorted) + 1)) }
    return result
  }

  /// How many digits a number of the list shares with another at most.
  private static func sharedDigitCount(_ number: UInt128, _ sorted: [UInt128]) -> Int {
    let place = lowerBound(number, sorted)
    let before = place > 0 ? commonDigitCount(number, sorted[place - 1]) : 0
    // It may stand there more than once.
    let next = number == .max ? sorted.count : lowerBound(number + 1, sorted)
    return max(before, next < sorted.count ? commonDigitCount(number, sorted[next]) : 0)
  }

  /// Where the first number is that is not below the given one.
  private static func lowerBound(_ number: UInt128, _ sorted: [UInt128]) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
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
