public import CivilTime
public import FoundationEssentials
internal import VaultClient
public import VaultModel

/// A task typed in one line: `Water plants fri 18:00 +home`.
///
/// `+word` is a tag, `project:word` a project, `!high`, `!medium` and `!low` a priority. The last words are the due date where they say one, and how
/// the task repeats, in either order; in quotation marks they are part of the name. `due:wed` is a due date wherever it stands, and `remind:on`
/// a reminder at that time. The rest is the name.
public struct QuickEntry: Equatable, Sendable {
  /// The task.
  public let draft: TaskDraft
  /// What was understood besides the name, part by part, to be shown before the task is added.
  public let parts: [Part]

  /// What a part of the line was understood as.
  public enum Part: Equatable, Sendable {
    /// When it is due; notes are sentences, for instance that it is in the past.
    case due(Date, isAllDay: Bool, notes: [String])
    /// A tag.
    case tag(String)
    /// A project.
    case project(String)
    /// How much it matters.
    case priority(Priority)
    /// How it repeats.
    case repetition(RecurrenceRule, notes: [String])
    /// Whoever adds it is reminded when it is due.
    case reminder
  }

  /// What looks as if it were meant, and is part of the name.
  public enum Doubt: Equatable, Sendable {
    /// It begins like a repetition.
    case unknownRepetition(String)
    /// A date stands before other words of the name.
    case dateInside(String)
    /// Two dates, or a repetition and a date, with a word between them that joins them.
    case severalDates(String)
    /// A word follows a project, which is one word.
    case behindProject(String)
    /// A time that no day has.
    case noSuchTime(String)
    /// A day that no year has, or not that one.
    case noSuchDay(String)
    /// A date in numbers, which are read in another order elsewhere.
    case dateInNumbers(String)
    /// What stands behind `due:` is no date.
    case unknownDate(String)
    /// A reminder that is at another time than the task is due.
    case unknownReminder(String)
    /// A reminder of what is never due.
    case reminderWithoutDate(String)
    /// A word that names a day but for a slip of the finger.
    case misspelt(String, meant: String)
  }
  /// What a person should know before the task is added.
  public let doubts: [Doubt]

  /// Reads a line; nil where no name is left.
  ///
  /// - Parameter vocabulary: in what words a date may be typed besides English ones.
  public init?(_ line: String, now: Date, zone: LocalZone, vocabulary: DateVocabulary = .session) {
    var reader = QuickWords()
    reader.read(line) { (try? vocabulary.read($0, now: now, zone: zone)) != nil }
    let end = QuickEnding(of: &reader.names, now: now, zone: zone, vocabulary)
    guard !reader.names.isEmpty else { return nil }
    var draft = TaskDraft(
      name: reader.name(isDue: end.due != nil),
      due: end.due.map { DueMoment($0.date, isAllDay: $0.isAllDay) })
    (draft.tags, draft.project, draft.priority) = (reader.tags, reader.project, reader.priority)
    draft.recurrence = end.repetition?.rule
    draft.notify = reader.wantsReminder && end.due != nil
    self.draft = draft
    var parts: [Part] = end.due.map { [.due($0.date, isAllDay: $0.isAllDay, notes: $0.notes)] } ?? []
    parts += end.repetition.map { [.repetition($0.rule, notes: $0.notes)] } ?? []
    if draft.notify { parts.append(.reminder) }
    parts += reader.project.map { [.project($0)] } ?? []
    parts += reader.priority.map { [.priority($0)] } ?? []
    self.parts = parts + reader.tags.map(Part.tag)
    let certain =
      (end.due == nil ? end.doubts(of: reader.names, now: now, zone: zone, vocabulary) : end.doubts)
      + reader.doubts(isDue: end.due != nil)
      + QuickSlips(now: now, zone: zone, vocabulary).doubts(in: reader.names, before: end.dueText)
    doubts =
      certain.isEmpty
      ? QuickStrays(now: now, zone: zone, vocabulary).doubts(in: reader.names, isDue: end.due != nil) : certain
  }
}
