import AgentAPI
import Foundation
import StoreTesting
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("Requests about protected texts")
struct ProtectedControllersTests {
  @Test("seal what is typed, so that the task says nothing of it, and show it to the owner alone")
  func sealsAndShows() async throws {
    let stage = try await ProtectedStage()
    let id = try await stage.addProtected("the combination is 12")
    let task = try #require(await stage.store.task(id))
    #expect(task.name == nil && task.notes == nil && task.label == "Safe" && task.isProtected)
    #expect(stage.owner.events == ["passphrase"], "to add asks for nobody")
    #expect(!task.isConfirmed, "what nobody was shown is not confirmed")
    #expect(try await stage.revealed(id) == ["the combination is 12"])
    #expect(stage.owner.events.suffix(4) == ["log reveal of one", "unlock", "granted", "revealed"])
    #expect(await stage.store.task(id)?.isConfirmed == true, "what was shown is")

    let absent = try await ProtectedStage(.absent)
    let other = try await absent.addProtected("the combination is 12")
    await #expect(throws: RecordingOwner.refusal) { try await absent.revealed(other) }
    #expect(await absent.store.task(other)?.isConfirmed == false)
  }

  @Test("show all texts but those that are lost, and name one of these")
  func lostAmongOthers() async throws {
    let stage = try await ProtectedStage()
    var ids: [UUID] = []
    for text in ["one", "two", "three", "four"] { ids.append(try await stage.addProtected(text)) }
    for (lost, told) in [
      (1, "“Safe”: The sealed text of this task is not in the credential store."),
      (3, "“Safe”: The sealed text of this task is not in the credential store. Texts that can't be shown: 2."),
    ] {
      try await stage.records.removeAll(of: [ids[lost]])
      stage.records.forgetRead()
      let conversation = try ScriptedConversation()
      let failure = await #expect(throws: Failure.self) {
        try await stage.reveal.reveal(nil, isFollowed: false, conversation)
      }
      #expect(conversation.shown.sorted() == (lost == 1 ? ["four", "one", "three"] : ["one", "three"]))
      #expect(failure?.code == .badData && failure?.message == told)
      #expect(failure?.hint == "See vault store check; restore a backup with vault restore.")
    }
    // Alone, one that is lost is told as before.
    let failure = await #expect(throws: Failure.self) { try await stage.revealed(ids[1]) }
    #expect(failure?.message == "The sealed text of this task is not in the credential store.")
  }

  @Test("confirm what was shown, though the last text is lost", arguments: [0, 1])
  func confirmedBesideLost(lost: Int) async throws {
    let stage = try await ProtectedStage()
    let ids = [try await stage.addProtected("one"), try await stage.addProtected("two")]
    try await stage.records.removeAll(of: [ids[lost]])
    stage.records.forgetRead()
    await #expect(throws: Failure.self) {
      try await stage.reveal.reveal(nil, isFollowed: false, ScriptedConversation())
    }
    #expect(await stage.store.task(ids[1 - lost])?.isConfirmed == true)
    #expect(await stage.store.task(ids[lost])?.isConfirmed == false)
  }

  @Test("show nothing after a lock, and confirm nothing")
  func lockedMeanwhile() async throws {
    let stage = try await ProtectedStage()
    let id = try await stage.addProtected("the combination is 12")
    let conversation = try ScriptedConversation()
    let access = LockingAccess(owner: stage.owner) { conversation.lock() }
    let reveal = RevealController(
      names: stage.edits.names, access: access, confirmed: stage.confirmed, opener: stage.opener, owner: stage.owner)
    await #expect(throws: Failure.lockedMeanwhile) {
      try await reveal.reveal(id.uuidString, isFollowed: false, conversation)
    }
    #expect(conversation.shown.isEmpty)
    #expect(await stage.store.task(id)?.isConfirmed == false)
  }

  @Test("refuse a record that is not the one the task refers to")
  func exchangedRecord() async throws {
    let stage = try await ProtectedStage()
    let (one, other) = (try await stage.addProtected("mine"), try await stage.addProtected("another"))
    let items = try await [one, other].asyncMap { try #require(await stage.store.task($0)?.sealedText) }
    let record = try #require(try await stage.records.record(items[1].name))
    try await stage.records.restore { [NewRecord(name: items[0].name, bytes: record)] }
    let failure = await #expect(throws: Failure.self) { try await stage.revealed(one) }
    #expect(failure?.code == .badData)
  }

  @Test("tell that steps were taken away or moved since the text was shown")
  func changedSteps() async throws {
    let stage = try await ProtectedStage()
    let id = try await stage.addProtected("Packing\n- [ ] socks\n- [ ] passport", hasSubtasks: true)
    #expect(try await stage.revealed(id).first?.contains("passport") == true)
    var task = try #require(await stage.store.task(id))
    task.subtasks.removeLast()
    try await stage.store.update([task])
    let conversation = try ScriptedConversation()
    _ = try await stage.reveal.reveal(id.uuidString, isFollowed: false, conversation)
    #expect(conversation.told.contains { $0.contains("its subtasks are not those") })
  }

  @Test("protect a task whole, empty the inbox of it, and open it for good after the PIN alone")
  func protectAndOpen() async throws {
    let stage = try await ProtectedStage()
    var task = TodoTask(id: UUID(), name: "The combination is 12", createdAt: .sample)
    (task.notes, task.tags) = ("left, then right", ["home"])
    try await stage.store.create(task)
    let conversation = try ScriptedConversation()
    let report = try await stage.protect.protect(
      [task.id.uuidString], label: "Safe", alwaysVerify: false, nil, conversation)
    #expect(report.notes.contains { $0.contains("Tags and project") } && report.notes.contains("The inbox is emptied."))
    #expect(stage.inbox.tasks == [task.id])
    let sealed = try #require(await stage.store.task(task.id))
    #expect(sealed.name == nil && sealed.notes == nil && sealed.label == "Safe")
    #expect(await stage.store.history(9).allSatisfy { if case .sealed = $0.record { true } else { false } })

    let ticket = try await ProtectedStage(.holdsTicket)
    try await ticket.store.create(task)
    _ = try await ticket.protect.protect([task.id.uuidString], label: nil, alwaysVerify: false, nil, conversation)
    await #expect(throws: RecordingOwner.refusal) {
      try await ticket.unprotect.unprotect([task.id.uuidString], conversation)
    }
    #expect(ticket.owner.events.suffix(2) == ["log unprotect of one", "verify"], "a ticket does not suffice")

    _ = try await stage.unprotect.unprotect([task.id.uuidString], conversation)
    let open = try #require(await stage.store.task(task.id))
    #expect(open.name == task.name && open.notes == task.notes && !open.isProtected && open.label == nil)
  }

  @Test("take the question away from a text only after a verification, and keep what is not confirmed so")
  func asking() async throws {
    let stage = try await ProtectedStage()
    let id = try await stage.addProtected("the combination is 12")
    let conversation = try ScriptedConversation()
    _ = try await stage.alwaysVerify.setAlwaysVerify(true, of: [id.uuidString], conversation)
    #expect(stage.owner.events.suffix(3) == ["log edit of one", "unlock", "granted"])
    #expect(await stage.store.task(id)?.alwaysVerify == true)
    #expect(await stage.store.task(id)?.isConfirmed == false)
    #expect(try await stage.revealed(id) == ["the combination is 12"])
    #expect(stage.owner.events.contains("unlock always"))
    _ = try await stage.alwaysVerify.setAlwaysVerify(false, of: [id.uuidString], conversation)
    #expect(stage.owner.events.suffix(3) == ["log edit of one", "unlock always", "granted"])
    #expect(await stage.store.task(id)?.seal?.version == 3, "each time it is sealed anew")
  }

  @Test("take no protected text as an argument, and change nothing")
  func arguments() async throws {
    let stage = try await ProtectedStage()
    let id = try await stage.addProtected("the combination is 12")
    let before = await stage.store.all()
    let conversation = try ScriptedConversation("typed")
    var draft = TaskDraft(name: "the combination")
    draft.label = "Safe"
    await #expect(throws: Failure.protectedArgument) {
      try await stage.texts.add(draft, hasSubtasks: false, conversation)
    }
    await #expect(throws: Failure.protectedArgument) {
      try await stage.subtasks.add(SubtaskDraft(name: "left"), to: id.uuidString, conversation)
    }
    #expect(await stage.store.all() == before)
  }

  @Test("write protected texts out after a verification alone, and none without being asked to")
  func exports() async throws {
    let stage = try await ProtectedStage()
    _ = try await stage.addProtected("the combination is 12")
    let quiet = try ScriptedConversation()
    var request = ExportTasks(format: "json", filter: TaskFilter(state: .any), includesProtected: false)
    _ = try await stage.export.export(request, quiet)
    #expect(quiet.sent.contains("Safe") && !quiet.sent.contains("combination"))
    request.includesProtected = true
    let open = try ScriptedConversation()
    let notes = try await stage.export.export(request, open)
    #expect(open.sent.contains("the combination is 12") && notes.contains("not yet confirmed"))
    #expect(stage.owner.events.suffix(3) == ["log export of several", "verify", "granted"])
  }
}

/// An owner's access, during which the vault is locked.
private struct LockingAccess: OwnerAccessing {
  let owner: RecordingOwner
  let lock: @Sendable () -> Void

  func askForPassphrase(_ conversation: any Conversation) throws(Failure) {}

  func log<Value: Sendable>(
    _ action: String, _ task: UUID?, _ conversation: any Conversation, _ access: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value { try await access() }

  func unlocked(_ conversation: any Conversation, always: Bool) throws(Failure) -> OwnerService.Unlock {
    let unlock = try owner.unlocked(conversation, always: always)
    lock()
    return unlock
  }

  func verifyAfresh(_ conversation: any Conversation) throws(Failure) -> OwnerService.Verified {
    try owner.verifyAfresh(conversation)
  }
}

extension Array {
  fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}
