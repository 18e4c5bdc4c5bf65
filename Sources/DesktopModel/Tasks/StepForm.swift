public import AgentAPI
public import CivilTime
public import FoundationEssentials
internal import Localization
public import VaultModel

/// The fields of a step as a person edits them.
public struct StepForm: Equatable, Sendable {
  /// What there is to do; a step of a protected task has it in a sealed text.
  public var name: String
  /// When it is due, in the language of `vault add --due`; empty for when its task is.
  public var due: String

  private let step: SubtaskRow

  /// The fields of a step.
  public init(_ step: SubtaskRow) {
    self.step = step
    name = step.name ?? ""
    due = DueField.text(step.dueDate, isAllDay: step.isAllDay)
  }

  /// What was understood of the due date; empty where there is none.
  ///
  /// - Throws: ``AgentAPI/Failure`` that says what is not understood.
  public func summary(now: Date, zone: LocalZone) throws(Failure) -> String {
    try DueField.read(due, now: now, zone: zone).map { DueField.summary($0, now: now, zone: zone) } ?? ""
  }

  /// What is to change; nil for nothing.
  ///
  /// - Throws: as ``summary(now:zone:)``, and where a step would have no name.
  public func edit(now: Date, zone: LocalZone) throws(Failure) -> SubtaskEdit? {
    var edit = SubtaskEdit()
    if let former = step.name, name.trimmed != former {
      guard !name.trimmed.isEmpty else { throw Failure(.usage, verbatim: localized("A subtask needs a name.")) }
      edit.name = name.trimmed
    }
    if due != DueField.text(step.dueDate, isAllDay: step.isAllDay) {
      edit.due = try DueField.edit(due, now: now, zone: zone)
    }
    return edit == SubtaskEdit() ? nil : edit
  }
}
