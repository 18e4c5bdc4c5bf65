internal import AgentAPI
internal import CivilTime
internal import FoundationEssentials
internal import Localization
internal import Terminal
internal import VaultClient
internal import VaultModel

/// Moments and rules as people type them, read with this machine's clock and zone.
extension CommandContext {
  /// When something is due; prints the notes on it.
  ///
  /// - Parameter isToCome: whether a moment that has passed is refused, which then says so.
  func due(_ text: String?, isToCome: Bool = false) throws -> DueMoment? {
    guard let text else { return nil }
    let when = try When(text, now: Date(), zone: .system())
    for note in when.notes where !isToCome || note != When.pastNote { try errors.line("vault: \(Escaping.line(note))") }
    return DueMoment(when.date, isAllDay: when.isAllDay)
  }

  /// When something is due that somebody else is to do, which is to come: what was sent can't be taken back.
  func proposedDue(_ text: String?) throws -> DueMoment? {
    guard let text else { return nil }
    let when = try When(text, now: Date(), zone: .system())
    guard !when.notes.contains(When.pastNote) else {
      throw Failure(.usage, "That time is in the past, and nothing was proposed.", hint: "Give a later one, or none.")
    }
    return try due(text)
  }

  /// When something is due from now on; `none` for never.
  func dueEdit(_ text: OrNone<Words>?) throws -> FieldEdit<DueMoment>? {
    try text.map { FieldEdit(try due($0.value?.text)) }
  }

  /// How a task repeats; prints the notes on it.
  func recurrence(_ text: String?) throws -> RecurrenceRule? {
    guard let text else { return nil }
    let rule = try RepeatRule(text, now: Date(), zone: .system())
    for note in rule.notes { try errors.line("vault: \(Escaping.line(note))") }
    return rule.rule
  }

  /// When a push is over, which is to come.
  func expiry(_ text: String?) throws -> Date? {
    guard let date = try due(text, isToCome: true)?.date else { return nil }
    guard date > Date() else {
      throw Failure(.usage, "That time is in the past: nobody would get it.", hint: "Give a later one.")
    }
    return date
  }

  /// When a protected text is destroyed: `done`, or a moment.
  func destruction(_ text: String?) throws -> Destruction? {
    guard let text else { return nil }
    if text.lowercased() == "done" { return .whenDone }
    guard let date = try due(text, isToCome: true)?.date else { return nil }
    guard date > Date() else {
      throw Failure(
        .usage, "That time is in the past: the text would be destroyed at once.", hint: "Give a later one, or `done`.")
    }
    return .at(date)
  }
}
