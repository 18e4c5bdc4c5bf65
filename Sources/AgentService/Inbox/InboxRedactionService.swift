internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Pictures
internal import ServerClient
internal import Synchronization
internal import TaskStore
internal import VaultModel

/// What was pushed goes from the inbox when the task that was made of it is protected: here, on the user's other devices, and on
/// the server. A redaction that comes from the server empties an item, and nothing else.
final class InboxRedactionService: Sendable {
  /// How long the server's word is waited for.
  private static let wordPatience = Duration.seconds(3)

  private let inbox: InboxService
  private let pictures: PictureService
  private let tasks: any TaskStore
  /// Whether the items of protected tasks are to be looked for: once after the start, and after a failure.
  private let looks = Mutex(true)

  init(inbox: InboxService, pictures: PictureService, tasks: any TaskStore) {
    (self.inbox, self.pictures, self.tasks) = (inbox, pictures, tasks)
  }

  /// Signals that something may be left to do.
  var signals: AsyncStream<Void> { inbox.redactions.signals }

  /// Has it looked again for what is left to do.
  func wake() { inbox.redactions.wake() }

  /// Empties the items that these tasks were made of.
  ///
  /// - Returns: what the person is told of it.
  /// - Throws: ``Failure`` where something is still to be read; that is tried again every minute.
  func redact(itemsOf tasks: [UUID]) async throws(Failure) -> [String] {
    let redacted: [InboxRedaction]
    do throws(Failure) {
      redacted = try await InboxStoreError.asFailure(await inbox.store.redact(itemsOf: Set(tasks)))
      guard !redacted.isEmpty else { return [] }
      try await removeTraces()
    } catch {
      looks.withLock { $0 = true }
      wake()
      throw Failure(
        error.code, "The text that was pushed could not be erased from the inbox yet. \(error.message)",
        hint: "That is tried again every minute.")
    }
    await inbox.sync.sendDecisions()
    return try await notes(on: redacted)
  }

  /// Does what is left to do.
  ///
  /// - Returns: whether nothing is left.
  func finish() async throws(Failure) -> Bool {
    if looks.withLock({ $0 }) {
      let sealed = try await TaskStoreError.asFailure(await tasks.sealed())
      _ = try await InboxStoreError.asFailure(await inbox.store.redact(itemsOf: Set(sealed.map(\.id))))
      looks.withLock { $0 = false }
    }
    try await removeTraces()
    if try await InboxStoreError.asFailure(await inbox.store.unsyncedRedactions()).isEmpty { return true }
    await inbox.sync.sendDecisions()
    return false
  }

  /// What is left of redacted items besides: pictures in the cache, and copies in the database's file.
  private func removeTraces() async throws(Failure) {
    do throws(InboxStoreError) {
      for (redaction, picture) in try await inbox.store.redactedPictures() {
        if let id = UUID(uuidString: picture) { await pictures.forget(id, of: redaction.owner) }
        try await inbox.store.recordPictureRemoval(of: redaction)
      }
      try await inbox.store.eraseRedacted()
    } catch { throw Failure(error) }
  }
}

// MARK: What people are told

extension InboxRedactionService {
  /// What has become of redactions, once the server has had a moment to answer.
  private func notes(on redacted: [InboxRedaction]) async throws(Failure) -> [String] {
    var statuses: Set<RedactionStatus> = []
    for redaction in redacted {
      // One that is waited for in vain is waited for once.
      statuses.insert(try await status(of: redaction, waits: !statuses.contains(.unconfirmed)))
    }
    let emptied =
      redacted.count == 1
      ? "It came by a push: its item in the inbox is emptied, here and on your other devices."
      : "\(redacted.count) came by pushes: their items in the inbox are emptied, here and on your other devices."
    return [emptied] + statuses.sorted { $0.rawValue < $1.rawValue }.map(\.sentence)
  }

  private func status(of redaction: InboxRedaction, waits: Bool) async throws(Failure) -> RedactionStatus {
    let store = inbox.store
    do throws(InboxStoreError) {
      if waits, await inbox.sync.phase == .live {
        let changes = await store.changes(for: redaction.owner)
        if try await store.status(of: redaction) == .unconfirmed {
          await BoundedWait.wait(for: changes, atMost: Self.wordPatience) { _ in
            await (try? store.status(of: redaction)) != .unconfirmed
          }
        }
      }
      return try await store.status(of: redaction) ?? .unconfirmed
    } catch { throw Failure(error) }
  }

  /// The servers that have not confirmed redactions yet, each a sentence.
  func pending() async -> [String] {
    do {
      return try await inbox.store.unsyncedRedactions().map { server, count in
        let what = count == 1 ? "a text that you have protected" : "\(count) texts that you have protected"
        return "\(server) may still have \(what); it is asked to remove it when it can be reached."
      }
    } catch { return [] }
  }
}

/// A signal that there may be something to redact, for one consumer; those that come at once are drawn together.
final class RedactionTrigger: Sendable {
  let signals: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func wake() { continuation.yield() }
}

extension InboxRedactionService: InboxRedacting {}

extension RedactionStatus {
  fileprivate var sentence: String {
    switch self {
    case .erased: "The server has erased the text; who sent it keeps what they have."
    case .keptByOthers:
      "The server hides the text from you. Other recipients of the push keep it, and it goes from the server with the last."
    case .unconfirmed: "The server\u{2019}s copy is removed when it can be reached."
    }
  }
}
