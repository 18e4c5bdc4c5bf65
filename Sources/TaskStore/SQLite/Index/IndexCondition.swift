internal import FoundationEssentials
internal import GRDB
internal import VaultModel

/// One condition of a filter, in SQL on the index.
struct IndexCondition {
  /// SQL with the values for its question marks.
  struct Part {
    var sql: String
    var arguments: [DatabaseValue]

    init(_ sql: String, _ arguments: [DatabaseValue] = []) {
      self.sql = sql
      self.arguments = arguments
    }
  }

  /// What holds for a row of `listing`.
  let test: Part
  /// The numbers of all the rows for which it holds; nil where no table has them together.
  let numbers: Part?

  private init(_ test: String, _ arguments: [DatabaseValue], numbers: String? = nil) {
    self.test = Part(test, arguments)
    self.numbers = numbers.map { Part($0, arguments) }
  }

  private init(test: Part, numbers: Part) {
    self.test = test
    self.numbers = numbers
  }

  /// That the row is one of ``numbers``; nil without them.
  var membership: Part? { numbers.map { Part("number IN (\($0.sql))", $0.arguments) } }

  /// The conditions of a filter apart from its state.
  static func all(of filter: TaskFilter) -> [IndexCondition] {
    words(filter.words) + filter.tags.map(tag) + filter.excludedTags.map(noTag) + project(filter.project)
      + due(filter.dueFrom, filter.dueBefore) + hasDue(filter.hasDueDate) + priority(filter.priority)
      + flag("isProtected", filter.isProtected)
      + flag("isNotifying", filter.isNotifying) + flag("isRecurring", filter.isRecurring)
  }

  /// Whether SQLite and FTS5 take so many conditions and such words.
  static func canHold(_ filter: TaskFilter) -> Bool {
    let words = filter.words.flatMap(SearchWords.words)
    return filter.tags.count + filter.excludedTags.count <= 100 && words.count <= 100
      && words.allSatisfy { CharacterCode.of($0).utf8.count < maximumTokenByteCount }
  }

  /// FTS5 cuts longer tokens.
  private static let maximumTokenByteCount = 32_768
}

extension IndexCondition {
  /// FTS5 tells which rows have the words; of a single row its words themselves do, which FTS5 keeps in its content table,
  /// separated by blanks.
  private static func words(_ words: [String]) -> [IndexCondition] {
    let codes = words.flatMap(SearchWords.words).map(CharacterCode.of)
    guard !codes.isEmpty else { return [] }
    // Codes hold letters, digits and underscores only: nothing in them has to be escaped.
    let match = codes.map { "\"\($0)\"*" }.joined(separator: " AND ")
    let own = "' ' || (SELECT c0 FROM taskWords_content WHERE id = listing.number)"
    let test = codes.map { _ in "instr(\(own), ?) > 0" }.joined(separator: " AND ")
    return [
      IndexCondition(
        test: Part(test, codes.map { " \($0)".databaseValue }),
        numbers: Part("SELECT rowid FROM taskWords WHERE taskWords MATCH ?", [match.databaseValue]))
    ]
  }

  private static func tag(_ tag: String) -> IndexCondition {
    IndexCondition(
      "EXISTS (SELECT 1 FROM taskTag WHERE taskTag.number = listing.number AND tag = ?)",
      [CharacterCode.of(tag).databaseValue], numbers: "SELECT number FROM taskTag WHERE tag = ?")
  }

  private static func noTag(_ tag: String) -> IndexCondition {
    IndexCondition(
      "NOT EXISTS (SELECT 1 FROM taskTag WHERE taskTag.number = listing.number AND tag = ?)",
      [CharacterCode.of(tag).databaseValue])
  }

  private static func project(_ project: String?) -> [IndexCondition] {
    guard let project else { return [] }
    let below = CharacterCode.of(project + ".")
    let begin = "SELECT number FROM listing INDEXED BY listing_projectCode WHERE projectCode"
    return [
      IndexCondition(
        "(projectCode = ? OR projectCode >= ? AND projectCode < ?)",
        [CharacterCode.of(project), below, CharacterCode.end(of: below)].map(\.databaseValue),
        numbers: "\(begin) = ? UNION ALL \(begin) >= ? AND projectCode < ?")
    ]
  }

  private static func due(_ from: Date?, _ before: Date?) -> [IndexCondition] {
    guard from != nil || before != nil else { return [] }
    let begin = "SELECT number FROM listing INDEXED BY listing_urgency WHERE isDone IN (0, 1)"
    let bounds = [
      from?.timeIntervalSinceReferenceDate ?? -.infinity, before?.timeIntervalSinceReferenceDate ?? .infinity,
    ]
    return [
      IndexCondition(
        "due >= ? AND due < ?", bounds.map(\.databaseValue), numbers: "\(begin) AND due >= ? AND due < ?")
    ]
  }

  /// What has no due date stands behind all dates (see `SortKey`).
  private static func hasDue(_ hasDueDate: Bool?) -> [IndexCondition] {
    guard let hasDueDate else { return [] }
    let sign = hasDueDate ? "<" : "="
    let begin = "SELECT number FROM listing INDEXED BY listing_urgency WHERE isDone IN (0, 1)"
    return [
      IndexCondition("due \(sign) ?", [Double.infinity.databaseValue], numbers: "\(begin) AND due \(sign) ?")
    ]
  }

  private static func priority(_ priority: Priority?) -> [IndexCondition] {
    priority.map { [IndexCondition("priority = ?", [(3 - $0.rank).databaseValue])] } ?? []
  }

  private static func flag(_ column: String, _ flag: Bool?) -> [IndexCondition] {
    guard let flag else { return [] }
    guard flag else { return [IndexCondition("NOT \(column)", [])] }
    return [
      IndexCondition(column, [], numbers: "SELECT number FROM listing INDEXED BY listing_\(column) WHERE \(column)")
    ]
  }
}
