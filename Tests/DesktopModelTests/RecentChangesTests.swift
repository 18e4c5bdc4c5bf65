import AgentAPI
import DesktopModel
import Foundation
import Testing

@Suite("What was done in a window")
struct RecentChangesTests {
  @Test("is taken back from the latest on, and what nothing takes back stands before what was done earlier")
  func order() {
    var changes = RecentChanges()
    #expect(changes.latest == nil)
    changes.add(1)
    changes.add(final: Notice("Declined", isFinal: true))
    #expect(changes.latest == .final(Notice("Declined", isFinal: true)))
    changes.remove(.final(Notice("Declined", isFinal: true)))
    #expect(changes.latest == .operation(1))
    changes.remove(.operation(1))
    #expect(changes.latest == nil)
  }

  @Test("keeps no words of a task that is protected")
  func protected() {
    let (task, other) = (UUID(), UUID())
    var changes = RecentChanges()
    for id in [other, task] {
      changes.add(final: Notice("Deleted: “Plants”", isFinal: true, tasks: [id], brief: "deleted"))
    }
    #expect(changes.quotedTasks == [task, other])
    changes.forgetWords(of: task)
    #expect(changes.latest == .final(Notice("deleted", isFinal: true)) && changes.quotedTasks == [other])
  }

  private func item(_ number: Int64, _ title: String) -> InboxRow {
    InboxRow(number: number, kind: "task", title: title, text: "", state: .accepted, receivedAt: .distantPast)
  }

  @Test("keeps the title of an item for as long as that is in the inbox")
  func titles() {
    let told = Notice("Accepted: “Plants”", isFinal: true, item: QuotedItem(item(7, "Plants")))
    func remembered(_ items: [InboxRow]) -> String? {
      var changes = RecentChanges()
      changes.add(final: told)
      changes.follow(items)
      if case .final(let notice) = changes.latest { return notice.text }
      return nil
    }
    #expect(remembered([item(8, "Other"), item(7, "Plants")]) == told.text)
    // What was not read is not known to have gone.
    #expect(remembered([item(9, "Other"), item(8, "Other")]) == told.text)
    for items in [[item(8, "Other"), item(6, "Other")], [item(7, "")], []] { #expect(remembered(items) == "accepted") }
  }
}
