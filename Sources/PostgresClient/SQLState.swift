#if Postgres
/// What the server's codes (PostgreSQL, appendix A) mean for a caller.
enum SQLState {
  /// The kind of error that a code stands for.
  ///
  /// - Parameters:
  ///   - constraint: its name, where the server named one.
  ///   - routine: the function of the server that reported it; its names are not translated.
  ///   - endsSession: whether the session ended with it.
  static func kind(
    of state: String, constraint: String?, routine: String?, endsSession: Bool
  ) -> PostgresError.Kind {
    switch state {
    case "23505": return .unique(constraint: constraint ?? "")
    case "23503", "P0002": return .gone
    case "40001", "40P01", "55P03": return .retry
    case "40003", "08007": return .inDoubt
    case "25006", "57014", "53100", "53200", "53300": return .unavailable
    case "26000", "42P05": return .stale
    // "cached plan must not change result type": what a statement gives was changed while a session had it prepared.
    case "0A000" where routine == "RevalidateCachedQuery": return .stale
    case "42501": return .configuration
    // A message that the server can't read. Poolers end sessions with it for reasons of all kinds.
    case "08P01" where !endsSession: return .programming
    default: break
    }
    switch state.prefix(2) {
    case "08", "57", "53", "58": return .unavailable
    case "40": return .retry
    case "28": return .configuration
    default: return .programming
    }
  }

  /// The code, if it has the form of one.
  static func checked(_ state: String?) -> String? {
    guard let state, state.utf8.count == 5,
      state.utf8.allSatisfy({ (48...57).contains($0) || (65...90).contains($0) })
    else { return nil }
    return state
  }
}
#endif
