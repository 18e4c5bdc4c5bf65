package import AgentAPI

extension Failure {
  /// Somebody typed what makes no sense: one sentence that says why, and one that says what to do.
  package static func typed(_ message: String, hint: String) -> Failure {
    Failure(.usage, verbatim: message, hint: hint)
  }

  /// What was typed, for a message: in quotation marks, and cut where it is long.
  package static func quoted(_ text: String) -> String { "\"\(text.count > 40 ? "\(text.prefix(40))…" : text)\"" }
}
