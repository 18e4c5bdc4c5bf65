internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import Logging
internal import OwnerVerification
internal import SecretMemory
internal import TaskStore
internal import VaultModel

/// Knows which texts the owner has confirmed, and has them confirmed once they were shown.
struct ConfirmedTextsService: Sendable {
  private let store: ConfirmedListStore
  private let tasks: any TaskStore
  private let logger: Logger
  /// What was shown and is not confirmed yet.
  private let shown = ShownTexts()

  init(_ store: ConfirmedListStore, tasks: any TaskStore, logger: Logger) {
    (self.store, self.tasks, self.logger) = (store, tasks, logger)
  }

  /// The list, as ``ConfirmedListStore/list(of:)``.
  func list(of owner: OwnerService.Verified) async throws(Failure) -> ConfirmedList { try await store.list(of: owner) }

  /// Whether one of the ids stands on the list, which can be read without the owner's key, but not proven.
  func isClaimed(_ ids: [UUID]) async throws(Failure) -> Bool { try await store.isClaimed(ids) }

  /// Whether the owner has confirmed an item's text.
  ///
  /// - Throws: ``Failure`` with ``Failure/Code/badData`` when it was exchanged: its mark is not over what the row says, or it has none
  ///   and must have one.
  func isConfirmed(_ item: SealedItem, of owner: OwnerService.Verified) async throws(Failure) -> Bool {
    let list = try await store.list(of: owner)
    guard item.seal.hasOwnerMAC else {
      guard !list.texts.items.contains(item.id) else { throw .exchanged("it lost the owner's mark") }
      return false
    }
    guard try item.isAuthenticated(by: owner) else {
      throw .exchanged("what the task says of it is not what the owner has marked")
    }
    return true
  }

  // MARK: What was shown

  /// Keeps that the owner was shown a task's text, so that it is confirmed: at once, or in one write with those that are shown next.
  ///
  /// Nothing that fails here takes back that it was shown; then it stays unconfirmed.
  func recordShown(_ task: TodoTask, to owner: OwnerService.Verified, isFollowed: Bool) async {
    do throws(Failure) {
      let list = try await store.list(of: owner)
      let codes = try task.missingOwnerMACs(by: owner)
      if !codes.isEmpty || list.texts.confirming(task) != list.texts {
        shown.add(ShownTexts.Shown(task: task, codes: codes))
      }
      if !isFollowed { try await confirmAll(to: owner) }
    } catch { logger.notice("what was shown is not confirmed yet", metadata: ["reason": "\(LogReason(error))"]) }
  }

  /// Confirms what was shown since, where nothing can be shown any more.
  func confirmShown(to owner: OwnerService.Verified) async {
    do throws(Failure) { try await confirmAll(to: owner) } catch {
      logger.notice("what was shown is not confirmed yet", metadata: ["reason": "\(LogReason(error))"])
    }
  }

  /// Confirms what was shown since: the MACs first, for a text on the list that has none counts as exchanged.
  private func confirmAll(to owner: OwnerService.Verified) async throws(Failure) {
    let shown = self.shown.removeAll()
    guard !shown.isEmpty else { return }
    let confirmed: [ShownTexts.Shown]
    do throws(TaskStoreError) {
      // Read again: what was done to a task meanwhile must not be undone by this.
      let current = try await tasks.tasks(shown.map(\.task.id))
      confirmed = shown.filter { current[$0.task.id]?.sealedItems == $0.task.sealedItems }
      let changed = confirmed.compactMap { one in
        one.codes.isEmpty ? nil : current[one.task.id]?.authenticated(one.codes)
      }
      if !changed.isEmpty { try await tasks.update(changed) }
    } catch {
      // One has just been deleted; the others are shown again as they were.
      guard error.code != .notFound else { return }
      throw Failure(error)
    }
    try await store.change(of: owner) { texts in
      for one in confirmed { texts = texts.confirming(one.task) }
    }
  }

  // MARK: What the owner seals

  /// Puts texts that the owner has sealed and marked themselves on the list. They carry the mark already, and are put there at their
  /// next reveal where this fails.
  func recordSealed(_ items: [SealedItem], by owner: OwnerService.Verified?) async {
    guard let owner, !items.isEmpty else { return }
    do throws(Failure) {
      try await store.change(of: owner) { texts in
        texts.items.formUnion(items.map(\.id))
        texts.asking.formUnion(items.filter(\.alwaysVerify).map(\.id))
      }
    } catch { logger.notice("a text is not on the list yet", metadata: ["reason": "\(LogReason(error))"]) }
  }

  /// Records on the list which texts ask at every reveal, confirmed or not. Only an owner who was verified for it takes one off again.
  ///
  /// - Parameter wasAsked: whether they were. Where it can't be recorded, a text asks more often than it should, or does not notice a row of
  ///   before it asked.
  func recordAsking(_ tasks: [TodoTask], by owner: OwnerService.Verified?, wasAsked: Bool) async {
    await record(by: owner) { texts in
      for task in tasks where task.isProtected {
        let ids = Set(task.sealedItems.map(\.id))
        if task.alwaysVerify { texts.asking.formUnion(ids) } else if wasAsked { texts.asking.subtract(ids) }
      }
    }
  }

  /// Records on the list that texts are gone for which the owner was verified, and ask no more.
  func recordAskingNoMore(_ items: [SealedItem], by owner: OwnerService.Verified) async {
    await record(by: owner) { $0.asking.subtract(items.map(\.id)) }
  }

  /// Records on the list the steps that the owner themself has given to tasks whose texts are confirmed.
  ///
  /// - Parameter former: the same tasks before, by their ids; those that were not as noted stay so, for the owner has not seen what
  ///   became of them. Nil where the steps are all new.
  func recordSteps(
    of tasks: [TodoTask], insteadOf former: [UUID: TodoTask]? = nil, by owner: OwnerService.Verified?
  ) async {
    await record(by: owner) { texts in
      for task in tasks where task.isProtected && texts.items.contains(task.id) {
        if let former, former[task.id]?.steps != texts.steps[task.id] { continue }
        texts.steps[task.id] = task.steps
      }
    }
  }

  private func record(
    by owner: OwnerService.Verified?, _ change: (inout ConfirmedList.Texts) -> Void
  ) async {
    guard let owner else { return }
    do throws(Failure) { try await store.change(of: owner, change) } catch {
      logger.notice("a change is not on the list yet", metadata: ["reason": "\(LogReason(error))"])
    }
  }

  /// Whether one of a task's texts asks at every reveal: by its row, or by the list, which a row of former times does not change.
  func asksAlways(_ task: TodoTask, _ owner: OwnerService.Verified) async throws(Failure) -> Bool {
    if task.alwaysVerify { return true }
    let asking = try await store.list(of: owner).texts.asking
    return task.sealedItems.contains { asking.contains($0.id) }
  }

  /// Takes items off the list whose texts the owner has opened for good, or brought back as they were before they were confirmed.
  func removeConfirmed(_ items: [SealedItem], of owner: OwnerService.Verified) async throws(Failure) {
    guard !items.isEmpty else { return }
    try await store.change(of: owner) { $0.remove(Set(items.map(\.id))) }
  }

  // MARK: The list

  /// Reads and proves the list after an unlock, and confirms what was shown and could not be confirmed then.
  func authenticateList(of owner: OwnerService.Verified) async throws(Failure) {
    store.forget()
    _ = try await store.list(of: owner)
    await confirmShown(to: owner)
  }

  /// Records all tasks that carry the owner's MAC as confirmed, after a restore.
  func recordConfirmed(_ tasks: [TodoTask], of owner: OwnerService.Verified) async throws(Failure) {
    var texts = ConfirmedList.Texts()
    for task in tasks where task.isProtected {
      var isWhole = true
      for item in task.sealedItems {
        if try item.isAuthenticated(by: owner) { texts.items.insert(item.id) } else { isWhole = false }
      }
      if isWhole { texts = texts.confirming(task) }
    }
    try await store.begin(texts, of: owner)
  }
}

extension ConfirmedList.Texts {
  /// These, with a task that the owner was shown as it is.
  fileprivate func confirming(_ task: TodoTask) -> Self {
    var texts = self
    texts.items.formUnion(task.sealedItems.map(\.id))
    // What asked stays so until the owner says otherwise: this row may be an older one.
    texts.asking.formUnion(task.sealedItems.filter(\.alwaysVerify).map(\.id))
    texts.steps[task.id] = task.steps
    return texts
  }
}

extension TodoTask {
  /// Which steps it has, in their order.
  var steps: ConfirmedList.Steps? { ConfirmedList.Steps(subtasks.map(\.id)) }
}

extension Failure {
  /// A text is not the one that the owner has confirmed.
  fileprivate static func exchanged(_ how: LocalizedText) -> Failure {
    Failure(
      .badData, "The text of this task was exchanged: \(how).", hint: "Restore a backup with vault restore.")
  }
}
