#if Postgres
/// What went wrong with PostgreSQL. It quotes nothing of what was asked and nothing that the server says of it: both may hold what
/// people wrote.
public struct PostgresError: Error, Sendable {
  /// What a caller can do about it.
  public enum Kind: Equatable, Sendable {
    /// Nothing was done: two transactions were in each other's way. Asking again may succeed.
    case retry
    /// Nothing was done: the database is not there, or has no means to work. Asking later may succeed.
    case unavailable
    /// It may have been done, or not: the connection was lost, or time ran out, while it was being committed; or it was committed
    /// without the standby that was to have it. Only asking the database can tell.
    case inDoubt
    /// Nothing was done: too many wait already.
    case tooBusy
    /// Nothing was done: there is one already, says the constraint of this name.
    case unique(constraint: String)
    /// Nothing was done: what is referred to does not exist (any more).
    case gone
    /// Nothing was done: the session no longer has the statement as it was prepared.
    case stale
    /// Nothing was done: the settings, or the rights of the role, don't allow it.
    case configuration
    /// Nothing was done: the program and the database don't fit each other.
    case programming
    /// Nothing was done: whoever asked does not want it any more.
    case cancelled
  }

  /// What a caller can do about it.
  public let kind: Kind
  /// The SQLSTATE (ISO 9075), five digits and capital letters, where the server gave one.
  public let state: String?
  /// The name of the statement, where it was one.
  public let statement: String?
  /// What to tell the administrator, where it is about the connection: one line of at most 400 characters without any secret.
  public let explanation: String?

  /// Describes what went wrong.
  ///
  /// - Parameter explanation: of the program itself; never anything that a person wrote.
  public init(_ kind: Kind, state: String? = nil, statement: String? = nil, explanation: String? = nil) {
    self.kind = kind
    self.state = state
    self.statement = statement
    self.explanation = explanation
  }

  /// The same, of the statement with this name.
  func of(_ statement: String?) -> PostgresError {
    PostgresError(kind, state: state, statement: self.statement ?? statement, explanation: explanation)
  }

  /// The same, for something that may have been done by an attempt before this one.
  var afterDoubt: PostgresError {
    switch kind {
    case .retry, .unavailable, .tooBusy, .cancelled, .stale, .configuration:
      PostgresError(.inDoubt, state: state, statement: statement, explanation: explanation)
    default: self
    }
  }
}

extension PostgresError: Equatable {
  /// Whether both have one kind and one SQLSTATE.
  public static func == (left: PostgresError, right: PostgresError) -> Bool {
    left.kind == right.kind && left.state == right.state
  }
}

extension PostgresError: CustomStringConvertible {
  /// One line for a log.
  public var description: String {
    var line = "PostgreSQL: \(kind.words)"
    if let state { line += " (\(state))" }
    if let statement { line += " in \(statement)" }
    if let explanation { line += ": \(explanation)" }
    return line
  }
}

extension PostgresError.Kind {
  fileprivate var words: String {
    switch self {
    case .retry: "in the way of another transaction"
    case .unavailable: "not available"
    case .inDoubt: "in doubt"
    case .tooBusy: "too busy"
    case .unique(let constraint): "not unique by \(constraint)"
    case .gone: "refers to what does not exist"
    case .stale: "not prepared any more"
    case .configuration: "not allowed"
    case .programming: "not understood"
    case .cancelled: "cancelled"
    }
  }
}
#endif
