import AgentAPI
import Foundation
import Testing
import VaultModel
import VaultTesting

/// A field that no sample has is one whose bytes are not frozen.
@Suite("The samples have every field of a task")
struct SampleFieldTests {
  private static let blankTask = TodoTask(id: UUID(), name: "", createdAt: .distantPast)

  @Test("as it is stored")
  func tasks() { expectEveryField(of: RequestSamples.tasks, otherThanIn: Self.blankTask) }

  @Test("as it is added")
  func drafts() {
    let drafts = RequestSamples.all.compactMap { sample in
      (sample.request as? AddTask)?.draft ?? (sample.request as? AddProtectedTask)?.draft
    }
    expectEveryField(of: drafts, otherThanIn: TaskDraft())
  }

  @Test("as it is changed")
  func edits() {
    let edits = RequestSamples.all.compactMap { ($0.request as? EditTasks)?.changes }
    expectEveryField(of: edits, otherThanIn: TaskEdit())
  }

  @Test("as it is shown")
  func rows() {
    let rows = RequestSamples.all.flatMap { sample -> [TaskRow] in
      switch sample.reply?.value {
      case let row as TaskRow: [row]
      case let page as TaskPage: page.rows
      case let report as TaskChangeReport: report.lines.map(\.task)
      default: []
      }
    }
    expectEveryField(of: rows, otherThanIn: TaskRow(shortID: "", task: Self.blankTask))
  }

  @Test("and a row shows each field of text that a task has")
  func texts() {
    for task in RequestSamples.tasks {
      let row = TaskRow(shortID: "", task: task, isWhole: true)
      for field in TaskField.all { #expect(row[field] == task[field], "\(field.name)") }
    }
  }

  /// Expects that each stored property of `blank` has another value in one of the samples.
  private func expectEveryField<Value>(of samples: [Value], otherThanIn blank: Value) {
    for field in Mirror(reflecting: blank).children {
      guard let name = field.label else { continue }
      let isSet = samples.contains { sample in
        let value = Mirror(reflecting: sample).children.first { $0.label == name }?.value
        return value.map { String(reflecting: $0) } != String(reflecting: field.value)
      }
      #expect(isSet, "no sample in Tests/VaultTesting/Samples sets \(Value.self).\(name)")
    }
  }
}
