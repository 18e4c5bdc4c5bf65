/// Knows what the desktop's search can find.
public protocol SearchAnswering: Sendable {
  /// The ids of what has all of these words, the best first; a few at most.
  func results(of words: [String]) async -> [String]

  /// The names of those of the ids that may be shown.
  func names(of ids: [String]) async -> [(id: String, name: String)]

  /// The person has chosen a result; nil where they want to see all of them.
  func open(_ id: String?) async
}
