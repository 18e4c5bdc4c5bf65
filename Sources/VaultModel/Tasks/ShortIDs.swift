public import FoundationEssentials

/// The short names of tasks.
public enum ShortIDs {
  /// The fewest digits a short id has.
  public static let minimumDigitCount = 4

  /// For every id its shortest prefix, of at least ``minimumDigitCount`` lower-case hexadecimal digits without dashes,
  /// that begins no other of the ids. Sorting makes it O(n log n): only neighbours can share the longest prefix.
  public static func shortest(for ids: some Sequence<UUID>) -> [UUID: String] {
    let sorted = Set(ids).map { (id: $0, digits: Array($0.hexDigits.utf8)) }
      .sorted { $0.digits.lexicographicallyPrecedes($1.digits) }
    var shared = [Int](repeating: 0, count: sorted.count)
    for index in sorted.indices.dropFirst() {
      let common = zip(sorted[index - 1].digits, sorted[index].digits).prefix { $0 == $1 }.count
      shared[index - 1] = max(shared[index - 1], common)
      shared[index] = common
    }
    var result: [UUID: String] = [:]
    result.reserveCapacity(sorted.count)
    for (entry, common) in zip(sorted, shared) {
      let count = max(minimumDigitCount, common + 1)
      result[entry.id] = String(decoding: entry.digits.prefix(count), as: UTF8.self)
    }
    return result
  }
}
