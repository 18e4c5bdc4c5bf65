public import FoundationEssentials
public import Inbox
public import Pictures
internal import ServerClient
internal import Synchronization
public import TaskStore
internal import VaultModel
internal import Waiting

/// What was pushed goes from the inbox when the task that was made of it is protected: here, on the user's other devices, and on
/// the server. A redaction that comes from the server empties an item, and nothing else.
public final class InboxRedactionService: Sendable {
  /// How long the server's word is waited for.
  private static let wordPatience = Duration.seconds(3)

  private let inbox: InboxService
  private let pictures: PictureService
  private let tasks: any TaskReading
  private let notices: any RedactedNoticeWithdrawing
  /// Whether the items of protected tasks are to be looked for: once after the start, and after a failure.
  private let looks = Mutex(true)

  /// - Parameters:
  ///   - inbox: has the items.
  ///   - pictures: has the pictures that came with them.
  ///   - tasks: says which tasks are protected.
  ///   - notices: shows items on the desktop.
  public init(
    inbox: InboxService, pictures: PictureService, tasks: any TaskReading, notices: any RedactedNoticeWithdrawing
  ) {
    (self.inbox, self.pictures, self.tasks, self.notices) = (inbox, pictures, tasks, notices)
  }

  /// Signals that something may be left to do.
  var signals: AsyncStream<Void> { inbox.redactions.signals }

  /// Has it looked again for what is left to do.
  func wake() { inbox.redactions.wake() }

  /// Empties the items that these tasks were made of.
  ///
  /// - Returns: what the person is told of it.
  /// - Throws: ``AgentInboxError/unerased(_:)`` where something is still to be read; that is tried again every minute.
  public func redact(itemsOf tasks: [UUID]) async throws(AgentInboxError) -> [String] {
    let redacted = try await erase { () throws(InboxStoreError) in
      try await inbox.store.redact(itemsOf: Set(tasks), asksAgain: true)
    }
    // The server is asked again for what was empty here already.
    wake()
    guard !redacted.isEmpty else { return [] }
    return [Self.emptied(redacted.count)] + (try await outcome(of: redacted))
  }

  /// Empties items.
  ///
  /// - Returns: what the person is told of the server's copies.
  /// - Throws: as ``redact(itemsOf:)``; ``AgentInboxError/store(_:)`` where there is no such item, and nothing was changed.
  public func redact(_ numbers: Set<Int64>, of owner: InboxOwner) async throws(AgentInboxError) -> [String] {
    for number in numbers {
      do { _ = try await inbox.store.entry(number, for: owner) } catch { throw .store(error) }
    }
    return try await outcome(
      of: try await erase { () throws(InboxStoreError) in try await inbox.store.redact(numbers, for: owner) })
  }

  private func erase(
    _ redact: () async throws(InboxStoreError) -> [InboxRedaction]
  ) async throws(AgentInboxError) -> [InboxRedaction] {
    let redacted: [InboxRedaction]
    do throws(InboxStoreError) {
      redacted = try await redact()
      if !redacted.isEmpty { try await removeTraces() }
    } catch {
      looks.withLock { $0 = true }
      wake()
      throw .unerased(error)
    }
    if !redacted.isEmpty { await inbox.sync.sendDecisions() }
    return redacted
  }

  /// Does what is left to do.
  ///
  /// - Returns: whether nothing is left.
  /// - Throws: why the rest is still to be done.
  public func finish() async throws(AgentInboxError) -> Bool {
    if looks.withLock({ $0 }) {
      let sealed: [TodoTask]
      do { sealed = try await tasks.sealed() } catch { throw .tasks(error) }
      do { _ = try await inbox.store.redact(itemsOf: Set(sealed.map(\.id))) } catch { throw .store(error) }
      looks.withLock { $0 = false }
    }
    do throws(InboxStoreError) {
      try await removeTraces()
      if try await inbox.store.unsyncedRedactions().isEmpty { return true }
    } catch { throw .store(error) }
    await inbox.sync.sendDecisions()
    return false
  }

  /// What is left of redacted items besides: pictures in the cache, and copies in the database's file.
  private func removeTraces() async throws(InboxStoreError) {
    // First, since what is just being shown may fetch its picture once more.
    await notices.withdrawRedacted()
    for (redaction, picture) in try await inbox.store.redactedPictures() {
      if let id = UUID(uuidString: picture) { await pictures.forget(id, of: redaction.owner) }
      try await inbox.store.recordPictureRemoval(of: redaction)
    }
    try await inbox.store.eraseRedacted()
  }
}

// MARK: What people are told

extension InboxRedactionService {
  private static func emptied(_ count: Int) -> String {
    count == 1
      ? "It came by a push: its item in the inbox is emptied, here and on your other devices."
      : "\(count) came by pushes: their items in the inbox are emptied, here and on your other devices."
  }

  /// What has become of redactions on the server, once it has had a moment to answer.
  private func outcome(of redacted: [InboxRedaction]) async throws(AgentInboxError) -> [String] {
    var statuses: Set<RedactionStatus> = []
    do throws(InboxStoreError) {
      for redaction in redacted {
        // One that is waited for in vain is waited for once.
        statuses.insert(try await status(of: redaction, waits: !statuses.contains(.unconfirmed)))
      }
    } catch { throw .store(error) }
    return statuses.sorted { $0.rawValue < $1.rawValue }.map(\.sentence)
  }

  private func status(of redaction: InboxRedaction, waits: Bool) async throws(InboxStoreError) -> RedactionStatus {
    let store = inbox.store
    if waits, await inbox.sync.phase == .live {
      let changes = await store.changes(for: redaction.owner)
      if try await store.status(of: redaction) == .unconfirmed {
        await BoundedWait.wait(for: changes, atMost: Self.wordPatience) { _ in
          await (try? store.status(of: redaction)) != .unconfirmed
        }
      }
    }
    return try await store.status(of: redaction) ?? .unconfirmed
  }

  /// The servers that have not confirmed redactions yet, each a sentence.
  public func pending() async -> [String] {
    do {
      return try await inbox.store.unsyncedRedactions().map { server, count in
        let what =
          count == 1 ? "a text that you have protected or deleted" : "\(count) texts that you have protected or deleted"
        return "\(server) may still have \(what); it is asked to remove it when it can be reached."
      }
    } catch { return [] }
  }
}

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
