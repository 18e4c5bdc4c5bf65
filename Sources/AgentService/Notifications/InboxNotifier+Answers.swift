internal import AgentAPI
internal import AgentInbox
internal import DesktopSession
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import NotificationBoard
internal import Reminders
internal import ServerAPI

// MARK: Names

extension InboxNotifier {
  /// What a notice is called on the desktop: its own name, which is the same for everybody, and whose inbox it is of.
  func name(of notice: InboxNotice) -> String { "\(notice.name) \(shownOwner?.text ?? "")" }

  /// The notice of that name; nil for those of others.
  private func notice(named name: String) -> InboxNotice? {
    let parts = name.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let shownOwner, parts[1] == shownOwner.text else { return nil }
    return InboxNotice(name: String(parts[0]))
  }

  /// What an earlier run, or a service that has ended, had shown of this inbox.
  var orphaned: Set<InboxNotice> { Set(orphanedNames.compactMap(notice(named:))) }
}

extension InboxNotifier {
  /// Handles what has happened to notifications since the last round.
  func handleEvents() async {
    let taken = events
    events = []
    for event in taken {
      switch event {
      case .serviceAppeared: await serviceAppeared()
      case .serviceVanished:
        isServiceThere = false
        shown = []
      case .closed(let name, let reason):
        guard let notice = notice(named: name), shown.remove(notice) != nil else { continue }
        if case .item(let number) = notice, reason == .expired { timedOut.insert(number) }
        // Whoever dismisses what counts them wants none of them.
        if case .several = notice, reason == .dismissed { queuedNumbers = nil }
      case .action(let name, let key, let token):
        // One of a user who is not logged in any more is answered by nobody.
        guard let notice = notice(named: name), shown.remove(notice) != nil else { continue }
        await answer(notice, key, token)
      }
    }
  }

  private func serviceAppeared() async {
    (isServiceThere, isServiceNew, shown, texts) = (true, true, [], [:])
    (queuedNumbers, placed, timedOut) = (nil, [], [])
    do { orphanedNames = try await dependencies.panel.clear() } catch {
      fail("taking down what was left", error)
    }
  }

  private func answer(_ notice: InboxNotice, _ key: String, _ token: String?) async {
    switch (notice, Decision(rawValue: key)) {
    case (.item(let number), .accept?): await accept(number, token)
    case (.item(let number), .reject?):
      let identity = identities[number]
      await execute(number) {
        _ = try await dependencies.decisions.reject(number, as: identity, byNotification: true)
      }
    case (.item(let number), nil): await open(await target(of: number), token)
    case (.several, _): await open(PlaceTarget("inbox", .inbox), token)
    case (.channel(let id), _): await open(await target(ofChannel: id), token)
    // The task that was made of it; of one that failed, the item.
    case (.outcome(let number), _): await open(item(number), token)
    }
  }

  private func accept(_ number: Int64, _ token: String?) async {
    // At a terminal all of it can be read, and it can be asked who the user is.
    guard let identity = identities[number], acceptable.contains(identity) else {
      return await open(await target(of: number), token)
    }
    await execute(number) {
      let row = try await dependencies.decisions.accept(number, as: identity, byNotification: true) {
        (_) throws(Failure) in
        throw Failure(.refused, "Accepting it asks who you are.", hint: "Run vault inbox accept \(number).")
      }
      let due = row.notes.isEmpty ? row.dueDate.map { dependencies.local.shownText($0, row.isAllDay == true) } : nil
      let text = NoticeText(accepted: row.title, due: due, notes: row.notes)
      try await show(outcome: text, of: number)
    }
  }

  /// Does what was answered; where that fails, the person is told why and may try again.
  private func execute(_ number: Int64, _ body: () async throws -> Void) async {
    do { try await body() } catch {
      guard let failure = error as? Failure else { return fail("telling an outcome", error) }
      let title = await payload(of: number)?.title ?? localized("item \(number)")
      let text = NoticeText(failed: title, reason: failure.message, hint: failure.hint)
      // It may be that the item is gone: then no title is named.
      do { try await exclusively { try await show(DesktopNotification(outcome: text), .outcome(number)) } } catch {
        fail("telling a failure", error)
      }
    }
  }

  /// Shows what became of an item, unless it was redacted meanwhile.
  private func show(outcome text: NoticeText, of number: Int64) async throws {
    try await exclusively {
      guard let shownOwner, await !isRedacted(number, shownOwner) else { return }
      try await show(DesktopNotification(outcome: text), .outcome(number))
    }
  }

  /// The item itself.
  private func item(_ number: Int64) -> PlaceTarget {
    PlaceTarget("inbox show \(number)", place(ofItem: number))
  }

  private func place(ofItem number: Int64) -> WindowPlace { .inboxItem(number, push: identities[number]?.push) }

  /// What leads to what an item is about. The window shows a message where it has it, in the inbox.
  private func target(of number: Int64) async -> PlaceTarget {
    guard let payload = await payload(of: number), let topic = payload.topic else { return item(number) }
    if payload.subject != nil { return PlaceTarget("messages --item \(number)", place(ofItem: number)) }
    if topic == .messages {
      return PlaceTarget(payload.message == nil ? "messages" : "messages --kind jsondata", place(ofItem: number))
    }
    let words = InboxPlace(topic).rawValue
    return PlaceTarget(
      payload.proposal.map { "\(words) show \($0.uuidString.lowercased())" } ?? words, place(ofItem: number))
  }

  /// What leads to a channel, or a conversation.
  private func target(ofChannel id: UUID) async -> PlaceTarget {
    var isConversation = false
    do {
      if let shownOwner {
        isConversation = try await dependencies.inbox.store.conversation(with: id, for: shownOwner) != nil
      }
    } catch { fail("looking for a conversation", error) }
    return PlaceTarget(
      "\(isConversation ? "message" : "channels") open \(id.uuidString.lowercased())",
      isConversation ? .conversation(id) : .channel(id))
  }

  private func payload(of number: Int64) async -> PushPayload? {
    guard let shownOwner else { return nil }
    return try? await dependencies.inbox.store.entry(number, for: shownOwner).payload
  }

  private func open(_ target: PlaceTarget, _ token: String?) async {
    do { try await dependencies.opener.open(target, activationToken: token) } catch {
      fail("opening a terminal", error)
    }
  }
}
