import AgentAPI
import CivilTime
import DesktopModel
import Foundation
import Localization
import Testing
import VaultModel

@Suite("A task that is proposed in the window", .timeLimit(.minutes(1)))
@MainActor
struct ProposalModelTests {
  private let others = OtherPeople()

  private func task(_ edit: (inout TodoTask) -> Void = { _ in }) -> TaskRow {
    var task = TodoTask(id: UUID(), name: "Paint the fence", createdAt: .distantPast)
    edit(&task)
    let row = TaskRow(shortID: "1", task: task, isWhole: true)
    others.tasks[row.id] = row
    return row
  }

  @Test("goes with its name, its notes and its date, and says to whom")
  func whole() async throws {
    let due = Date(timeIntervalSince1970: 2e9)
    let row = task {
      $0.notes = "Both sides."
      ($0.dueDate, $0.isAllDay) = (due, true)
    }
    let notice = try await ProposalModel(others).propose(row.id, to: "bob")
    let draft = try #require(others.drafts.first)
    #expect(draft.person == "bob" && draft.name == "Paint the fence" && draft.notes == "Both sides.")
    #expect(draft.due == DueMoment(due, isAllDay: true) && draft.expiresAt == nil)
    #expect(notice.text.hasPrefix("Proposed to bob") && notice.text.hasSuffix("“Paint the fence”"))
    #expect(notice.tasks == [row.id] && !notice.brief.contains("fence"), "it may be protected later")
  }

  @Test("is none that is protected, also where it has been protected since it was shown")
  func protected() async throws {
    let row = task()
    others.tasks[row.id]?.isProtected = true
    let failure = await #expect(throws: Failure.self) {
      try await ProposalModel(others).propose(row.id, to: "bob")
    }
    #expect(failure?.message == "This task is protected, and is proposed to nobody." && others.drafts.isEmpty)
  }

  @Test("is one proposal where the same is sent again, and another where something else is")
  func again() async throws {
    let (row, model) = (task(), ProposalModel(others))
    others.failure = Failure(.unavailable, "The answer was lost.")
    for person in ["bob", "bob", "eve"] {
      await #expect(throws: Failure.self) { try await model.propose(row.id, to: person) }
    }
    others.failure = nil
    _ = try await model.propose(row.id, to: "eve")
    _ = try await model.propose(row.id, to: "eve")
    let keys = others.drafts.map(\.key)
    #expect(keys[0] != nil && keys[0] == keys[1] && keys[1] != keys[2] && keys[2] == keys[3] && keys[3] != keys[4])
    await #expect(throws: Failure.self) { try await model.propose(row.id, to: " ") }
    #expect(others.drafts.count == 5)
  }

  @Test("may be one that is typed, with its date, to somebody who is shown")
  func typed() async throws {
    let entry = try #require(QuickEntry("Water plants 2033-05-18", now: .distantPast, zone: .utc))
    let user = UUID()
    _ = try await ProposalModel(others).propose(entry, to: user)
    let draft = try #require(others.drafts.first)
    #expect(draft.person == user.uuidString && draft.name == "Water plants" && draft.due?.isAllDay == true)
  }
}

@MainActor
private final class OtherPeople: ProposalService {
  var tasks: [UUID: TaskRow] = [:]
  var failure: Failure?
  private(set) var drafts: [ProposalDraft] = []

  func task(_ id: UUID) async throws(Failure) -> TaskRow {
    guard let task = tasks[id] else { throw Failure(.usage, "There is no such task.") }
    return task
  }

  func propose(_ draft: ProposalDraft) async throws(Failure) -> ProposalRow {
    drafts.append(draft)
    if let failure { throw failure }
    return ProposalRow(
      id: UUID(), user: UUID(), name: draft.person, nickname: nil, text: draft.name, notes: draft.notes,
      dueDate: draft.due?.date, createdAt: .distantPast, expiresAt: draft.expiresAt)
  }
}
