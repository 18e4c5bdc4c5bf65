import AgentAPI
import DesktopModel
import Foundation
import Testing
import VaultModel

@Suite("Steps that were typed and not added")
struct StepDraftsTests {
  private func row(isProtected: Bool = false, _ id: UUID = UUID()) -> TaskRow {
    let seal = SealReference(version: 1, digest: [1], mark: [2] + [UInt8](repeating: 7, count: 32))
    let now = Date(timeIntervalSince1970: 0)
    let task =
      isProtected
      ? TodoTask(id: id, label: "Move", seal: seal, createdAt: now) : TodoTask(id: id, name: "Move", createdAt: now)
    return TaskRow(shortID: "4f2a", task: task, isWhole: true)
  }

  @Test("come back with their task, once")
  func kept() {
    var drafts = StepDrafts()
    let (one, other) = (row(), row())
    drafts.keep("Rent a van", of: one)
    #expect(drafts.take(of: other).isEmpty && drafts.ids == [one.id])
    #expect(drafts.take(of: one) == "Rent a van")
    #expect(drafts.take(of: one).isEmpty && drafts == StepDrafts())
  }

  @Test("are not kept where the task is protected, or has become it")
  func protected() {
    var drafts = StepDrafts()
    let id = UUID()
    drafts.keep("Secret", of: row(isProtected: true, id))
    #expect(drafts == StepDrafts())
    drafts.keep("Plain", of: row(id))
    #expect(drafts.take(of: row(isProtected: true, id)).isEmpty && drafts == StepDrafts())
  }

  @Test("are a hundred at most")
  func bounded() {
    var drafts = StepDrafts()
    let first = row()
    drafts.keep("first", of: first)
    for _ in 0..<100 { drafts.keep("another", of: row()) }
    #expect(drafts.take(of: first).isEmpty)
  }
}
