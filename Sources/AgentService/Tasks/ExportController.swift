internal import AgentAPI
internal import Exchange
internal import FoundationEssentials
internal import Localization
internal import OwnerVerification
internal import TaskStore
internal import VaultModel

/// The request to write tasks out.
struct ExportController: Sendable {
  let tasks: any TaskReading
  let names: TaskNames
  let access: any OwnerAccessing
  let opener: TextOpener

  /// How many tasks are read at once.
  private static let batchCount = 500

  /// Writes tasks part by part. Protected texts go out only after the PIN or the recovery code, whatever tickets there are.
  func export(_ request: ExportTasks, _ conversation: any Conversation) async throws(Failure) -> LocalizedText {
    let format = try TaskFormat.named(request.format)
    // A lock ends what the owner's texts are in.
    let locks = request.includesProtected ? conversation.lockCount : nil
    var owner: OwnerService.Verified?
    if request.includesProtected {
      try await access.askForPassphrase(conversation)
      owner = try await access.open("export", nil, conversation) { () throws(Failure) in
        try await access.verifyAfresh(conversation)
      }
    }
    var encoder = format.encoder()
    var unconfirmed: [TodoTask] = []
    try await conversation.send(encoder.beginning, unlessLockedSince: locks)
    // Which ones is decided once: what is added or removed meanwhile shifts no page.
    var ids = try await TaskStoreError.asFailure(await tasks.ids(TaskQuery(request.filter, order: .created)))
    // Such a file grows at its end.
    if format == .todotxt { ids.reverse() }
    var batch = try await tasks(ids, from: 0).get()
    for start in stride(from: 0, to: ids.count, by: Self.batchCount) {
      // The store reads on while these are written.
      async let next = tasks(ids, from: start + Self.batchCount)
      var written: [TodoTask] = []
      for task in batch { written.append(try await readable(task, owner, format)) }
      if owner != nil { unconfirmed += batch.filter { !$0.isConfirmed } }
      for part in Self.parts(encoder.encode(written)) { try await conversation.send(part, unlessLockedSince: locks) }
      batch = try await next.get()
    }
    try await conversation.send(encoder.end, unlessLockedSince: locks)
    let notes = try await names.unconfirmedNotes(unconfirmed) + encoder.notes.map(LocalizedText.init(words:))
    return notes.joined(separator: "\n")
  }

  /// The task with its text in the open, for an owner who asked for that. The vault's own form says, too, how it was protected.
  private func readable(
    _ task: TodoTask, _ owner: OwnerService.Verified?, _ format: TaskFormat
  ) async throws(Failure) -> TodoTask {
    guard let owner, task.isProtected else { return task }
    var open = try await opener.opened(task, owner)
    open.modifiedAt = task.modifiedAt
    guard format == .json else { return open }
    (open.label, open.alwaysVerify, open.destruction) = (task.label, task.alwaysVerify, task.destruction)
    return open
  }

  /// The next batch of tasks, as they are now; those that are gone are left out.
  private func tasks(_ ids: [UUID], from start: Int) async -> Result<[TodoTask], Failure> {
    let batch = Array(ids.dropFirst(start).prefix(Self.batchCount))
    do throws(TaskStoreError) {
      let found = try await tasks.tasks(batch)
      return .success(batch.compactMap { found[$0] })
    } catch { return .failure(Failure(error)) }
  }

  /// The text in pieces that a message holds.
  private static func parts(_ text: String) -> [String] {
    var parts: [String] = []
    var rest = text.utf8[...]
    while !rest.isEmpty {
      var end = rest.index(rest.startIndex, offsetBy: AgentProtocol.maximumPartByteCount, limitedBy: rest.endIndex)
      // Not within a character's bytes.
      while let cut = end, cut < rest.endIndex, rest[cut] & 0xC0 == 0x80 { end = rest.index(before: cut) }
      let part = rest[..<(end ?? rest.endIndex)]
      parts.append(String(decoding: part, as: UTF8.self))
      rest = rest[part.endIndex...]
    }
    return parts
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to exports: ExportController) {
    on(ExportTasks.self) { (request, conversation) throws(Failure) in
      Acknowledgement(try await exports.export(request, conversation))
    }
  }
}
