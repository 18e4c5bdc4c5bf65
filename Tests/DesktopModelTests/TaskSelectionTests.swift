import AgentAPI
import DesktopModel
import Foundation
import Testing
import VaultModel

@Suite("What is selected in a list of tasks")
struct TaskSelectionTests {
  @Test("is its tasks, without headings and what has not been read")
  func rows() {
    let tasks = ["Ask", "Buy"].map {
      TaskRow(shortID: "4f2a", task: TodoTask(id: UUID(), name: $0, createdAt: Date(timeIntervalSince1970: 0)))
    }
    let read = TaskSelection([.heading(.today, count: 2), .task(tasks[0]), .task(tasks[1])], count: 3)
    #expect(read.ids == tasks.map(\.id) && !read.isUnread && !read.isTooLarge)
    let unread = TaskSelection([.task(tasks[0]), .task(nil), nil], count: 3)
    #expect(unread.ids == [tasks[0].id] && unread.isUnread && unread.count == 3)
  }

  @Test("is nothing that can be worked on where it is too large")
  func large() {
    let count = TaskSelection.maximumCount
    #expect(TaskSelection(nil, count: count + 1).isTooLarge && TaskSelection(nil, count: count + 1).ids.isEmpty)
    #expect(!TaskSelection([], count: count).isTooLarge)
  }

  @Test("may be one task that the list does not have")
  func one() {
    let id = UUID()
    #expect(TaskSelection(id).ids == [id] && TaskSelection(id).count == 1 && TaskSelection().ids.isEmpty)
  }
}
