internal import AgentAPI
internal import Reminders

/// Tells whoever made a request what waits to be told, once the request is done.
struct NoticeDelivery: Sendable {
  let notices: NoticeQueue
  let reminders: ReminderService
  let owner: OwnerService
  let server: any ServerTroubleReading

  /// Tells it in the conversation. Whoever leaves before it was told hears nothing of it; the next client does.
  func deliver(_ conversation: any Conversation) async {
    await deliverNotices(conversation)
    await deliverReminders(conversation)
  }

  /// Tells what keeps the vault from its server, with every command until that is over.
  func deliverTrouble(_ conversation: any Conversation) async {
    guard let trouble = server.trouble else { return }
    // Whoever leaves before it was told hears of it the next time.
    do { try await conversation.notify("\(trouble.text) \(trouble.remedy)") } catch { return }
  }

  /// What came due while no desktop could show it.
  private func deliverReminders(_ conversation: any Conversation) async {
    for notice in await reminders.unreported() {
      do { try await conversation.notify("\(notice.title): \(notice.detail)") } catch { return }
      await reminders.markReported([notice])
    }
  }

  private func deliverNotices(_ conversation: any Conversation) async {
    for notice in notices.show(to: conversation.number) {
      do { try await conversation.notify(notice) } catch { notices.add(notice, for: .owner) }
    }
    // Whose it is costs a look at the key slots.
    guard !notices.waitingForOwner.isEmpty, !conversation.hasEnded, await owner.isOwners(conversation) else { return }
    notices.acknowledge(by: conversation.number)
  }
}
