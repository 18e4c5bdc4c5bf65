/// What was announced last of each subject, so that nobody is told of the same message by the node that stored it and again by what nodes hear of each other.
///
/// It forgets what nobody has written to for long: the same is told once more then, which clients bear.
struct LatestNews {
  private var recent: [NewsSubject: Int64] = [:]
  private var former: [NewsSubject: Int64] = [:]
  private let count: Int

  /// - Parameter count: it remembers so many subjects at least, and twice as many at most.
  init(count: Int = 10_000) { self.count = count }

  /// Whether nobody was told of this message, or of a later one.
  mutating func isNew(_ sequence: Int64, of subject: NewsSubject) -> Bool {
    guard sequence > recent[subject] ?? former[subject] ?? 0 else { return false }
    if recent.count == count, recent[subject] == nil { (former, recent) = (recent, [:]) }
    recent[subject] = sequence
    return true
  }

  /// Numbers may stand for something else now.
  mutating func removeAll() { self = LatestNews(count: count) }
}
