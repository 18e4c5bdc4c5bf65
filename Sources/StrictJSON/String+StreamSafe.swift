extension String {
  /// How many combining marks may follow each other: what the Stream-Safe Text Format allows (UAX #15).
  private static let maximumMarkCount = 30

  /// Whether it has so few combining marks in a row that comparing it takes no longer than reading it. Swift compares texts by
  /// canonical order, and to bring a run of marks into that order takes the square of its length.
  var isStreamSafe: Bool {
    guard !utf8.allSatisfy({ $0 < 0x80 }) else { return true }
    var count = 0
    for scalar in unicodeScalars {
      // Below them there are none.
      let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
      count = isMark ? count + 1 : 0
      guard count <= Self.maximumMarkCount else { return false }
    }
    return true
  }
}
