import AgentAPI
import Foundation
import Testing

@testable import vault

@Suite("An item of the inbox in people's words")
struct InboxTextTests {
  private func row(kind: String, _ state: InboxRow.State) -> InboxRow {
    InboxRow(
      number: 7, kind: kind, title: "Weather", text: "Rain at noon", state: state, receivedAt: .distantPast,
      sender: InboxSender(kind: "person", name: "bob", id: nil, text: "bob"))
  }

  @Test("a message that came with its push is a message, in the list, in a banner and where it is shown whole")
  func pushedMessage() {
    let row = row(kind: "jsondata", .read)
    #expect(InboxText.byline(row) == "message from bob")
    #expect(InboxText.details(row).contains { $0.hasPrefix("message 7, read, received ") })
    #expect(InboxText.whatItIs(row) == "it is a message")
  }

  @Test("what was declined is called so")
  func declined() {
    let row = row(kind: "task", .rejected)
    #expect(InboxText.details(row).contains { $0.hasPrefix("task 7, declined, received ") })
    #expect(InboxText.whatItIs(row) == "the task was declined already")
  }
}
