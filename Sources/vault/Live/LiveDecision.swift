internal import AgentAPI
internal import Terminal

/// What a key does with an item, for lists and for items that are open: what can't be taken back takes the same key twice, for a key
/// may be pressed by mistake, or be meant for another window.
struct LiveDecision {
  private var asked: (key: Character, item: LiveTarget, words: String)?

  /// What is asked; nil for nothing.
  var question: String? { asked?.words }

  /// Drops the question; what it was about has changed, or is not meant any more.
  mutating func drop() { asked = nil }

  /// Handles a key while there is a question: every key but the same one takes it back, and does nothing else.
  ///
  /// - Returns: whether that is what happened.
  mutating func isTakenBack(by key: Key) -> Bool {
    guard let asked else { return false }
    switch key {
    case _ where key.isReport, .redraw: return true
    case .text(let scalar) where Character(scalar) == asked.key: return false
    default:
      drop()
      return true
    }
  }

  /// Does what a key stands for, or asks for it again.
  mutating func press(
    _ key: Character, on item: LiveTarget, of source: any LiveSource, _ agent: some AgentLink
  ) throws -> LiveOutcome {
    let isConfirmed = asked.map { $0.key == key && $0.item == item } ?? false
    asked = nil
    let outcome = try source.act(key, on: item, isConfirmed: isConfirmed, agent)
    if case .confirms(let words) = outcome { asked = (key, item, words) }
    return outcome
  }
}
