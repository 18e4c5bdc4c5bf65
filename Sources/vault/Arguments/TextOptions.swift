internal import ArgumentParser
internal import VaultModel

/// The fields of a task that are texts (``TaskField``), as `add` takes them.
struct TextOptions: ParsableArguments {
  @Option(help: "What it belongs to; levels are separated by dots.")
  var project: String?
  @Option(help: "Notes.")
  var notes: String?

  func apply(to draft: inout TaskDraft) { (draft.project, draft.notes) = (project, notes) }

  /// Whether something is given that is sealed in a protected task.
  var hasSealedText: Bool {
    var draft = TaskDraft()
    apply(to: &draft)
    return draft.hasText
  }
}

/// The same, as `edit` takes them.
struct TextEditOptions: ParsableArguments {
  @Option(help: "What it belongs to, or none.")
  var project: OrNone<Words>?
  @Option(help: "Notes, or none.")
  var notes: OrNone<Words>?

  func apply(to edit: inout TaskEdit) {
    edit.project = project.map { FieldEdit($0.value?.text) }
    edit.notes = notes.map { FieldEdit($0.value?.text) }
  }
}
