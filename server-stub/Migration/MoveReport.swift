#if Postgres
/// What a move has come to.
struct MoveReport: Encodable, Equatable {
  enum Outcome: String, Encodable {
    /// Nothing was changed.
    case counted
    case moved
    /// An earlier run has moved everything.
    case alreadyMoved
    /// The move that was begun is taken back.
    case cancelled
  }

  struct Table: Encodable, Equatable {
    let name: String
    let rows: Int
  }

  let outcome: Outcome
  /// By name; empty where nothing was read.
  var tables: [Table] = []
}
#endif
