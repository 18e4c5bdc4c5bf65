#if Postgres
/// The statements that a session has prepared: the server holds a plan of each in memory, so that there are only so many.
struct PreparedStatements {
  private struct Known {
    let text: StatementText
    var lastUse: UInt64
  }

  private var known: [String: Known] = [:]
  private var uses: UInt64 = 0

  /// The most that a session keeps. A pipeline that has more for itself keeps them to its end.
  static let limit = 256

  /// How many there are.
  var count: Int { known.count }

  /// Notes a use.
  ///
  /// - Returns: the text under this name; nil where there is none.
  mutating func use(_ name: String) -> StatementText? {
    uses += 1
    known[name]?.lastUse = uses
    return known[name]?.text
  }

  /// The session has prepared one.
  mutating func add(_ text: StatementText) {
    uses += 1
    known[text.name] = Known(text: text, lastUse: uses)
  }

  /// The session has given one up.
  mutating func remove(_ name: String) { known[name] = nil }

  /// The names of those that have to go before others come: those that were not used for longest.
  func surplus(before newCount: Int, keeping used: Set<String>) -> [String] {
    let excess = known.count + newCount - Self.limit
    guard excess > 0 else { return [] }
    // A quarter goes at once, so that not every statement has to look for one.
    return known.filter { !used.contains($0.key) }.sorted { $0.value.lastUse < $1.value.lastUse }
      .prefix(max(excess, Self.limit / 4)).map(\.key)
  }
}
#endif
