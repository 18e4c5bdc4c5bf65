import AgentAPI
import CivilTime
import Foundation
import Testing
import VaultModel
import VaultTesting

@testable import vault

@Suite("Words of a new task that other programs take for more than text")
struct AttributeWordsTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func hint(_ arguments: String...) -> [String]? {
    AttributeWords(arguments, now: now, zone: .utc)?.hint(id: "4f2a")
  }

  @Test("each becomes an option of the command that is shown, quoted for a shell")
  func options() throws {
    let hint = try #require(self.hint("Buy milk", "due:tomorrow", "+shop", "project:home", "priority:H"))
    #expect(
      hint == [
        #"vault: "due:tomorrow", "+shop", "project:home" and "priority:H" are part of the text now."#
          + " If you meant more than text:",
        #"  vault edit 4f2a --name "Buy milk" --due tomorrow --tag shop --project home --priority high"#,
      ])
    #expect(
      self.hint("Pay", "$5", "for", "it's", "due:3d", "recur:weekly", "tags:a,b")?.last
        == #"  vault edit 4f2a --name 'Pay $5 for it'\''s' --due "in 3d" --repeat weekly --tag a --tag b"#)
  }

  @Test("a text in quotes, and words that mean nothing elsewhere, are taken as they are")
  func texts() {
    #expect(hint("Buy milk due:tomorrow +shop") == nil)
    #expect(hint("Call", "+4930123456") == nil && hint("Meet", "at", "12:30") == nil)
    #expect(hint("due:whenever", "it", "suits") == nil && hint("note:", "x", "due:") == nil)
    #expect(hint("+shop", "due:tomorrow") == nil && hint("a\u{1B}", "+b") == nil)
    #expect(hint("x", "priority:urgent") == nil && hint("x", "+a\u{1B}") == nil)
  }

  @Test("add keeps every word, says so on standard error, and ends well")
  func program() throws {
    let agent = try ScriptedAgent { talk in
      guard let draft = try talk.request().decoded(as: AddTask.self)?.draft else { return }
      let id = try #require(UUID(uuidString: "4F2A6C1E-8D3B-4E5F-9A7B-1C2D3E4F5A6B"))
      let task = TodoTask(id: id, name: draft.name, createdAt: Date(timeIntervalSince1970: 4_000_000_000))
      try talk.reply(TaskRow(shortID: "4f2a", task: task))
    }
    let ended = try Program.run(["add", "Buy", "milk", "+shop"], agent: agent)
    #expect(ended.status == 0 && ended.output == "Added 4f2a: Buy milk +shop\n")
    #expect(ended.errors.hasSuffix("\n  vault edit 4f2a --name \"Buy milk\" --tag shop\n"), "\(ended)")
    #expect(try Program.run(["add", "Buy milk"], agent: agent).errors.isEmpty)
    let protected = try Program.run(["add", "--protected", "x", "+shop"], agent: agent)
    #expect(protected.status == 64 && !protected.errors.contains("shop"))
  }
}
