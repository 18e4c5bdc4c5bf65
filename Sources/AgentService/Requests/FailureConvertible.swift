internal import AgentAPI

/// A module's own error that says what a person is told of it. The router takes no handler that throws anything else.
protocol FailureConvertible: Error {
  /// What went wrong, and what to do; never a secret.
  var failure: Failure { get }
}

extension Failure: FailureConvertible {
  /// It is what a person is told already.
  var failure: Failure { self }

  /// What a person is told of a module's own error.
  init(_ error: some FailureConvertible) { self = error.failure }

  /// What happened, and what is known besides.
  static func sentence(_ words: String, _ detail: String) -> String {
    detail.isEmpty ? "\(words)." : "\(words): \(detail)."
  }
}
