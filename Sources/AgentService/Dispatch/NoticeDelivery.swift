internal import AgentAPI
internal import Localization
internal import Reminders
internal import Synchronization

/// Tells whoever made a request what waits to be told, once the request is done.
struct NoticeDelivery: Sendable {
  let notices: NoticeQueue
  let reminders: ReminderService
  let owner: OwnerService
  let server: any ServerTroubleReading
  /// What each connection has been told of the server.
  private let told = ToldTroubles()

  init(
    notices: NoticeQueue, reminders: ReminderService, owner: OwnerService, server: any ServerTroubleReading
  ) {
    (self.notices, self.reminders, self.owner, self.server) = (notices, reminders, owner, server)
  }

  /// Tells it in the conversation. Whoever leaves before it was told hears nothing of it; the next client does.
  func deliver(_ conversation: any Conversation) async {
    await deliverNotices(conversation)
    await deliverReminders(conversation)
  }

  /// Tells what keeps the vault from its server, once on every connection until that is over.
  func deliverTrouble(_ conversation: any Conversation) async {
    guard let trouble = await server.presentTrouble(), told.add(trouble, on: conversation.number) else { return }
    // Whoever leaves before it was told hears of it the next time.
    do { try await conversation.notify([trouble.text, trouble.remedy].joined()) } catch {
      return
    }
  }

  /// What came due while no desktop could show it.
  private func deliverReminders(_ conversation: any Conversation) async {
    for notice in await reminders.unreported() {
      do { try await conversation.notify("\(notice.title): \(notice.detail)") } catch { return }
      await reminders.markReported([notice])
    }
  }

  /// A connection has ended.
  func forget(_ connection: UInt64) { told.forget(connection) }

  private func deliverNotices(_ conversation: any Conversation) async {
    for notice in notices.show(to: conversation.number) {
      do { try await conversation.notify(notice) } catch { notices.add(notice, for: .owner) }
    }
    // Whose it is costs a look at the key slots.
    guard !notices.waitingForOwner.isEmpty, !conversation.hasEnded, await owner.isOwners(conversation) else { return }
    notices.acknowledge(by: conversation.number)
  }
}

/// What connections have been told of the server: a command with many requests says it once.
private final class ToldTroubles: Sendable {
  private let troubles = Mutex<[UInt64: ServerTrouble]>([:])

  /// - Returns: whether the connection has not been told this last.
  func add(_ trouble: ServerTrouble, on connection: UInt64) -> Bool {
    troubles.withLock { $0.updateValue(trouble, forKey: connection) != trouble }
  }

  func forget(_ connection: UInt64) { troubles.withLock { $0[connection] = nil } }
}
