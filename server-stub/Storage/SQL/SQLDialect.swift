/// What a database says otherwise than another.
struct SQLDialect: Sendable {
  /// A set of numbers that are a parameter, as ``list`` makes it: `number IN \(dialect.numbers("?"))`.
  let numbers: @Sendable (_ parameter: String) -> String
  /// Numbers as one parameter.
  let list: @Sendable ([Int64]) -> SQLValue
  /// Has a table read by an index and no other, where the database can be told so.
  let indexedBy: @Sendable (_ index: String) -> String
  /// A `LIMIT` of all rows, which not every database does without beside an `OFFSET`.
  let noLimit: String
}
