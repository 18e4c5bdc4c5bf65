import VaultModel

/// What the samples of a task, a draft and an edit have in their fields of text, and the frozen bytes of all fields but notes and
/// project, which stand in the samples themselves: new ones come behind the project, each as `,"name":"value"`.
enum TextFieldSamples {
  /// In the bytes of a full task's row, and of a draft.
  static let members = ""
  /// In the bytes of an edit, each as `"name":{"set":{"_0":"value"}},`.
  static let edits = ""

  static func fill(_ task: inout TodoTask) { (task.notes, task.project) = ("oat", "home") }

  static func fill(_ draft: inout TaskDraft) { (draft.notes, draft.project) = ("oat", "home") }

  static func fill(_ edit: inout TaskEdit) { edit.notes = .clear }
}
