internal import AgentAPI
internal import Localization

/// A module's own error that says what a person is told of it. The router takes no handler that throws anything else.
protocol FailureConvertible: Error {
  /// What went wrong, and what to do; never a secret.
  var failure: Failure { get }
}

extension FailureConvertible {
  /// Does what throws this error, and throws what a person is told of it instead.
  ///
  /// For one call of another module that does not wait. Where several follow each other, one `do` around them all says it better, and
  /// where a caller or the router can convert, the module's own error goes on to there.
  static func asFailure<Value>(now work: @autoclosure () throws(Self) -> Value) throws(Failure) -> Value {
    do { return try work() } catch { throw Failure(error) }
  }

  /// The same for a call that waits. Both run where their caller does.
  nonisolated(nonsending) static func asFailure<Value>(
    _ work: @autoclosure () async throws(Self) -> Value
  ) async throws(Failure) -> Value {
    do { return try await work() } catch { throw Failure(error) }
  }
}

extension Failure: FailureConvertible {
  /// It is what a person is told already.
  var failure: Failure { self }

  /// What a person is told of a module's own error.
  init(_ error: some FailureConvertible) { self = error.failure }

  /// What happened, and what is known besides.
  static func sentence(_ words: LocalizedText, _ detail: LocalizedText) -> LocalizedText {
    detail.isEmpty ? "\(words)." : "\(words): \(detail)."
  }
}
