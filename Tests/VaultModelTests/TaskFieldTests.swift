import FoundationEssentials
import Testing
import VaultModel

@Suite("Fields that are texts")
struct TaskFieldTests {
  private static let made = Date(timeIntervalSinceReferenceDate: 1)
  private static func task() -> TodoTask { TodoTask(id: UUID(), name: "Buy milk", createdAt: made) }

  @Test("have a name and a calendar property each of their own")
  func distinct() {
    #expect(Set(TaskField.all.map(\.name)).count == TaskField.all.count)
    #expect(Set(TaskField.all.map(\.calendarProperty)).count == TaskField.all.count)
  }

  @Test("are set by a draft, an edit and a task, each in the same place", arguments: TaskField.all.map(\.name))
  func places(_ name: String) throws {
    let field = try #require(TaskField.all.first { $0.name == name })
    var draft = TaskDraft(name: "Buy milk")
    draft[keyPath: field.draft] = "value"
    let drafted = draft.task(id: UUID(), at: Self.made, newID: UUID.init)
    #expect(TaskField.all.filter { drafted[$0] != nil }.map(\.name) == [name] && drafted[field] == "value")
    var edit = TaskEdit()
    edit[keyPath: field.edit] = .set("value")
    #expect(edit.applied(to: Self.task())[field] == "value")
    edit[keyPath: field.edit] = .clear
    #expect(edit.applied(to: drafted)[field] == nil)
    #expect(SearchWords(of: drafted).contain(["value"]))
  }

  @Test("that are sealed count as readable text of tasks, drafts and edits, and go with the name")
  func sealed() {
    for field in TaskField.all {
      var task = Self.task()
      task.name = nil
      task[field] = "value"
      #expect(task.hasReadableText == field.isSealed)
      task.removeText()
      #expect(task.name == nil && task[field] == (field.isSealed ? nil : "value"))
      var draft = TaskDraft()
      draft[keyPath: field.draft] = "value"
      #expect(draft.hasText == field.isSealed)
      var edit = TaskEdit()
      edit[keyPath: field.edit] = .set("value")
      #expect(edit.changesText == field.isSealed)
    }
  }
}
