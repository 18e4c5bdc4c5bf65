internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import OwnerVerification
internal import SecretMemory
internal import VaultModel

/// Knows when a text was shown last, from when on it counts towards the lock.
protocol RevealRecording: Sendable {
  /// A text was just shown.
  func recordReveal() async
}

extension OwnerService: RevealRecording {}

/// The request to show protected texts.
struct RevealController: Sendable {
  let names: TaskNames
  let access: any OwnerAccessing
  let confirmed: ConfirmedTextsService
  let opener: TextOpener
  let owner: any RevealRecording

  /// Shows the text of a task, or of all protected ones but those that are lost or refused: these keep nobody from the others.
  ///
  /// - Parameter isFollowed: whether the client asks for another text next; what it was shown is confirmed with the last.
  /// - Returns: what else there is to say.
  /// - Throws: ``Failure`` with ``Failure/Code/badData`` once the others are shown.
  func reveal(
    _ reference: String?, isFollowed: Bool, _ conversation: any Conversation
  ) async throws(Failure) -> LocalizedText {
    let wanted: [NamedTask]
    if let reference {
      wanted = [try await protected(reference)]
    } else {
      wanted = try await names.withShortIDs(try await names.sealed())
      guard !wanted.isEmpty else { return "There are no protected tasks." }
    }
    var lost: [(task: TodoTask, failure: Failure)] = []
    var shownTo: OwnerService.Verified?
    for (index, named) in wanted.enumerated() {
      let remaining = wanted.count - index - 1
      do throws(Failure) {
        shownTo = try await show(named, remaining: remaining, isFollowed: isFollowed || remaining > 0, conversation)
      } catch {
        guard reference == nil, error.code == .badData else { throw error }
        lost.append((named.task, error))
      }
    }
    guard let failure = Self.failure(of: lost) else { return "" }
    // The last one may be lost, and with it nothing would be.
    if !isFollowed, let shownTo { await confirmed.confirmShown(to: shownTo) }
    throw failure
  }

  /// What is told of texts that could not be shown: why the first one could not, and how many there are.
  private static func failure(of lost: [(task: TodoTask, failure: Failure)]) -> Failure? {
    guard let (task, first) = lost.first else { return nil }
    let label = task.label ?? TodoTask.standardLabel
    let words: LocalizedText = "\u{201C}\(label)\u{201D}: \(first.$message)"
    var failure = Failure(
      first.code, lost.count == 1 ? words : "\(words) Texts that can't be shown: \(lost.count).", hint: first.$hint)
    failure.tasks = lost.map(\.task.id)
    return failure
  }

  /// Sends the text of a task for the clipboard. Who copies a text has not seen it, and confirms nothing.
  func copy(_ reference: String, _ conversation: any Conversation) async throws(Failure) {
    let named = try await protected(reference)
    let (text, task, unlock) = try await open(named, for: "copy", conversation)
    let notice = SecretNotice(kind: .protectedText, task: TaskRow(shortID: named.shortID, task: task))
    try await conversation.show(text, as: notice, unlessLockedSince: unlock.locks)
    await owner.recordReveal()
  }

  private func protected(_ reference: String) async throws(Failure) -> NamedTask {
    let named = try await names.named(reference)
    guard named.task.isProtected else {
      throw Failure(.usage, "That task is not protected.", hint: "Read it with vault show.")
    }
    return named
  }

  /// Opens one text, and writes down what for.
  private func open(
    _ named: NamedTask, for action: String, _ conversation: any Conversation
  ) async throws(Failure) -> (text: SharedSecret, task: TodoTask, unlock: OwnerService.Unlock) {
    try await access.open(action, named.task.id, conversation) { () throws(Failure) in
      let (task, unlock) = try await confirmed.unlock(named, by: access, names, conversation)
      let text = try await opener.wholeText(of: task, unlock)
      guard conversation.lockCount == unlock.locks else { throw Failure.lockedMeanwhile }
      return (text, task, unlock)
    }
  }

  /// Shows one text, once the access log says so: what can't be written down is not shown. What the owner was shown they have
  /// confirmed.
  ///
  /// - Returns: to whom it was shown; nil where the vault was locked since.
  private func show(
    _ named: NamedTask, remaining: Int, isFollowed: Bool, _ conversation: any Conversation
  ) async throws(Failure) -> OwnerService.Verified? {
    let (text, task, unlock) = try await open(named, for: "reveal", conversation)
    try await reportChangedSteps(of: task, named.shortID, unlock, conversation)
    let row = TaskRow(shortID: named.shortID, task: task)
    let notice = SecretNotice(kind: .protectedText, task: row, remaining: remaining)
    try await conversation.show(text, as: notice, unlessLockedSince: unlock.locks)
    await owner.recordReveal()
    guard conversation.lockCount == unlock.locks else { return nil }
    await confirmed.recordShown(task, to: unlock.owner, isFollowed: isFollowed)
    return unlock.owner
  }

  /// The steps of a text are texts of their own, and anybody who writes the vault's files can take some away or move them.
  private func reportChangedSteps(
    of task: TodoTask, _ shortID: String, _ unlock: OwnerService.Unlock, _ conversation: any Conversation
  ) async throws(Failure) {
    let texts = try await confirmed.list(of: unlock.owner).texts
    guard texts.items.contains(task.id), texts.steps[task.id] != task.steps else { return }
    try await conversation.notify(
      "\(shortID): its subtasks are not those that you were shown last: some were added, removed or moved.",
      unlessLockedSince: unlock.locks)
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to reveal: RevealController) {
    on(CopyText.self) { (request, conversation) throws(Failure) in
      try await reveal.copy(request.task, conversation)
      return Acknowledgement()
    }
    on(RevealTexts.self) { (request, conversation) throws(Failure) in
      Acknowledgement(try await reveal.reveal(request.task, isFollowed: request.isFollowed, conversation))
    }
  }
}
