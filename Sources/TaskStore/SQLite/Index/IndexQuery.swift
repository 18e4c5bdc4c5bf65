internal import FoundationEssentials
internal import GRDB
internal import VaultModel

/// Finds the ids that a query means, in its order, in one of two ways: few candidates are fetched by their numbers and
/// sorted; otherwise the index of the order is walked until enough are found.
///
/// A statement with conditions is made for each query: a cached one would hold what was looked for until it is used again, and that may be
/// the words of a text that is protected by then.
struct IndexQuery {
  /// Fewer candidates than this are sorted rather than looked for on the way: about where both take as long.
  static let fewCount = 2000

  let query: TaskQuery
  private let conditions: [IndexCondition]

  init(_ query: TaskQuery) {
    self.query = query
    conditions = IndexCondition.all(of: query.filter)
  }

  /// Whether there is no condition but the state.
  var isPlain: Bool { conditions.isEmpty }

  /// Whether it is quick to answer: where there is no SQL index of its order, ``TaskIndex/make(_:in:)`` makes one.
  func isReady(_ database: Database) throws -> Bool { try database.has(query.order) || driver(database) != nil }

  /// The ids of the page.
  func page(_ database: Database) throws -> [UUID] {
    let part = try pageStatement(database)
    let statement = try isPlain ? database.cachedStatement(sql: part.sql) : database.makeStatement(sql: part.sql)
    return try database.ids(statement, StatementArguments(part.arguments))
  }

  /// The statement that finds them.
  func pageStatement(_ database: Database) throws -> IndexCondition.Part {
    if let driver = try driver(database) { return sorted(by: driver) }
    return walk(try database.has(query.order))
  }

  /// How many there are, on all pages.
  func count(_ database: Database) throws -> Int {
    let driver = try driver(database)
    let tests = conditions.indices.map { index in
      index == driver ? conditions[index].membership : conditions[index].countingTest
    }
    let begin = "SELECT count(*) FROM listing\(driver == nil ? "" : " NOT INDEXED")"
    return try database.count(select(begin, where: stateTests + tests.compactMap { $0 }))
  }
}

extension IndexQuery {
  private typealias Part = IndexCondition.Part

  private var stateTests: [Part] {
    switch query.filter.state {
    case .open: [Part("isDone = 0")]
    case .done: [Part("isDone = 1")]
    case .any: []
    }
  }

  private var limit: Part {
    let count = query.limit.map { max(0, $0) } ?? -1
    let order = query.order.terms.joined(separator: ", ")
    return Part(" ORDER BY \(order) LIMIT ? OFFSET ?", [count.databaseValue, max(0, query.offset).databaseValue])
  }

  /// The condition that the fewest rows meet, by its index, if those are few.
  private func driver(_ database: Database) throws -> Int? {
    var best: (index: Int, count: Int)?
    for (index, condition) in conditions.enumerated() {
      guard let numbers = condition.numbers else { continue }
      let sql = "SELECT count(*) FROM (SELECT 1 FROM (\(numbers.sql)) LIMIT \(Self.fewCount))"
      let count = try database.count(Part(sql, numbers.arguments))
      if count < best?.count ?? Self.fewCount { best = (index, count) }
    }
    return best?.index
  }

  private func sorted(by driver: Int) -> Part {
    let tests = conditions.indices.map { $0 == driver ? conditions[$0].membership : conditions[$0].test }
    return select("SELECT id FROM listing NOT INDEXED", where: stateTests + tests.compactMap { $0 }, limit)
  }

  /// Open and done tasks are apart in the index; both together are merged from its two halves.
  ///
  /// - Parameter isIndexed: whether there is an SQL index of the order.
  private func walk(_ isIndexed: Bool) -> Part {
    let states = stateTests.isEmpty ? [Part("isDone = 0"), Part("isDone = 1")] : stateTests
    let columns = (["id"] + query.order.columns.filter { $0 != "id" }).joined(separator: ", ")
    let begin = "SELECT \(columns) FROM listing \(isIndexed ? "INDEXED BY \(query.order.indexName)" : "")"
    let halves = states.map { state in
      let tests = [state] + conditions.map(\.test)
      return Part("\(begin) WHERE \(tests.map(\.sql).joined(separator: " AND "))", tests.flatMap(\.arguments))
    }
    let both = halves.map(\.sql).joined(separator: " UNION ALL ")
    return Part(both + limit.sql, halves.flatMap(\.arguments) + limit.arguments)
  }

  private func select(_ begin: String, where tests: [Part], _ end: Part = Part("")) -> Part {
    let condition = tests.isEmpty ? "" : " WHERE \(tests.map(\.sql).joined(separator: " AND "))"
    return Part(begin + condition + end.sql, tests.flatMap(\.arguments) + end.arguments)
  }
}

extension Database {
  /// Whether there is an SQL index of an order.
  fileprivate func has(_ order: TaskQuery.Order) throws -> Bool {
    let statement = try cachedStatement(sql: "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?")
    return try Int.fetchOne(statement, arguments: [order.indexName]) != nil
  }

  /// What a statement counts.
  fileprivate func count(_ part: IndexCondition.Part) throws -> Int {
    let statement = try makeStatement(sql: part.sql)
    return try Int.fetchOne(statement, arguments: StatementArguments(part.arguments)) ?? 0
  }
}

extension IndexCondition {
  /// What counting all that holds is quickest with: FTS5 has the numbers together.
  fileprivate var countingTest: Part { numbers?.sql.contains("MATCH") == true ? membership ?? test : test }
}
