internal import AgentAPI
internal import AgentInbox
internal import CivilTime
internal import DesktopSession
internal import FoundationEssentials
internal import Inbox
internal import NotificationBoard
internal import Reminders
internal import ServerAPI
internal import ServerClient
internal import VaultModel
internal import Waiting

extension InboxNotifier {
  /// How many of the newest are looked at for titles: those of one thread are named once.
  private static let namingLimit = 20
  private static let waitingLimit = 50

  /// Does all there is to do now.
  ///
  /// - Returns: when to look again, and whether something was shown.
  func round() async -> (next: Date?, hasShown: Bool) {
    await turn.lock()
    defer { turn.unlock() }
    hasFailed = false
    await handleEvents()
    // Of what is not shown any more no button is pressed.
    identities = identities.filter { shown.contains(.item($0.key)) }
    acceptable.formIntersection(identities.values)
    texts = texts.filter { shown.contains(.item($0.key)) }
    if isOwnerNew { await exclusively { await greetOwner() } }
    guard let owner, owner == shownOwner else {
      await dependencies.panel.showCount(0)
      return (nil, false)
    }
    do {
      // Until everything is here again, it is not known what of it was shown before.
      guard try await !dependencies.inbox.store.isFetchingAnew(for: owner) else { return (nil, false) }
      try await followNumbers(owner)
      guard let round = try await roundWithPictures(owner) else { return (nil, false) }
      let situation = round.situation
      for action in round.plan.actions { try await exclusively { try await perform(action, owner) } }
      try await exclusively { try await refreshSeveral(owner, situation.several, mayShow: situation.mayShow) }
      try await showChannels(round.channels, owner, mayShow: situation.isServiceThere && !situation.isQuiet)
      await dependencies.panel.showCount(
        try await dependencies.inbox.store.unreadCount(amongNewest: Self.countLimit, for: owner, at: situation.now))
      if situation.mayShow { (isServiceNew, orphanedNames) = (false, []) }
      if round.passes, situation.arrived.count >= NoticeSituation.arrivedLimit { setNeedsRefresh() }
      let release = situation.isQuiet && situation.isServiceThere ? quiet?.release(of: situation.now) : nil
      return ([release, round.plan.expiry].compactMap { $0 }.min(), round.shows)
    } catch let error as InboxStoreError where error.code == .unknownOwner {
      return (nil, false)  // Nothing was fetched yet.
    } catch {
      fail("showing", error)
      return (nil, false)
    }
  }

  private var quiet: QuietTime? {
    dependencies.quietHours.map { QuietTime($0, secondsFromUTC: dependencies.local.secondsFromUTC) }
  }

  func situation(of owner: InboxOwner) async throws -> NoticeSituation {
    let store = dependencies.inbox.store
    let device = try await dependencies.inbox.device.token(of: owner)
    let now = dependencies.clock.now
    var situation = NoticeSituation(now: now, device: device)
    situation.isQuiet = quiet?.contains(now) ?? false
    situation.isInFront = dependencies.front.isAnyInFront
    situation.isServiceThere = isServiceThere
    situation.highest = try await store.position(of: owner).sequence
    situation.arrived = try await store.unshown(for: owner, limit: NoticeSituation.arrivedLimit)
    if isServiceNew { situation.waiting = try await waiting(owner, device, now) }
    situation.shown = shown
    for case .item(let number) in shown { situation.shownEntries[number] = try await shownEntry(number, owner) }
    for case .outcome(let number) in shown where await isRedacted(number, owner) {
      situation.redacted.insert(number)
    }
    if let numbers = situation.several {
      situation.unreadCountOfSeveral = try await store.unreadCount(in: numbers, besides: seen, for: owner, at: now)
      situation.expiryOfSeveral = try await store.firstExpiry(in: numbers, besides: seen, for: owner, at: now)
    }
    if let queuedNumbers {
      situation.queued = try await store.undecided(
        in: queuedNumbers, besides: placed, for: owner, device: device, at: now, limit: NoticePlan.maximumSingleCount)
    }
    if situation.several == nil, postponed == nil, situation.queued.isEmpty {
      // What is shown together from now on came later.
      (queuedNumbers, placed, timedOut) = (nil, shown.items, [])
    }
    return situation
  }

  /// What was shown before and still wants an answer, the oldest first.
  private func waiting(_ owner: InboxOwner, _ device: String, _ now: Date) async throws -> [InboxEntry] {
    let store = dependencies.inbox.store
    var entries = try await store.undecided(for: owner, device: device, at: now, limit: Self.waitingLimit)
    for notice in orphaned {
      switch notice {
      case .item(let number): entries += try await entry(number, owner).map { [$0] } ?? []
      case .several(let numbers):
        entries += try await store.entries(after: numbers.lowerBound - 1, limit: Self.waitingLimit, for: owner)
          .filter { numbers.contains($0.sequence) }
      case .outcome, .channel: break
      }
    }
    let unique = Dictionary(entries.map { ($0.sequence, $0) }) { first, _ in first }
    return unique.values.sorted { $0.sequence < $1.sequence }
  }

  func entry(_ number: Int64, _ owner: InboxOwner) async throws -> InboxEntry? {
    do { return try await dependencies.inbox.store.entry(number, for: owner) } catch  where error.code == .notFound {
      return nil
    }
  }

  /// Takes down what the one before had, and has what waits for this one shown; after a login only what is new.
  private func greetOwner() async {
    for notice in shown { await withdraw(notice) }
    guard shown.isEmpty else { return }
    await dependencies.panel.showCount(0)
    // Without it nothing is put off, for that would take its place.
    do throws(InboxStoreError) { postponed = try await storedPostponed() } catch {
      return fail("looking for what was put off", error)
    }
    (shownOwner, identities, acceptable, texts) = (owner, [:], [], [:])
    (isOwnerNew, isServiceNew, queuedNumbers, placed, timedOut) = (false, isServiceThere && !isLogin, nil, [], [])
    if isLogin { orphanedNames = [] }
  }

  /// What an earlier run has put off.
  func storedPostponed() async throws(InboxStoreError) -> ClosedRange<Int64>? {
    guard let owner else { return nil }
    do throws(InboxStoreError) { return try await dependencies.inbox.store.postponed(for: owner) } catch
      where error.code == .unknownOwner
    {
      return nil  // Nothing was fetched yet.
    }
  }

  private func postpone(_ numbers: ClosedRange<Int64>?, _ owner: InboxOwner) async {
    postponed = numbers
    // This run knows it all the same.
    do throws(InboxStoreError) { try await dependencies.inbox.store.postpone(numbers, for: owner) } catch {
      fail("noting what is put off", error)
    }
  }
}

// MARK: Showing

extension InboxNotifier {
  /// Shows something, and nothing is taken down meanwhile.
  func exclusively(_ body: () async throws -> Void) async rethrows {
    await showing.lock()
    defer { showing.unlock() }
    try await body()
  }

  private func perform(_ action: NoticePlan.Action, _ owner: InboxOwner) async throws {
    let store = dependencies.inbox.store
    switch action {
    case .withdraw(let notice): await withdraw(notice)
    case .show(let entry, let notice, let isAgain):
      try await show(entry, inPlaceOf: notice, isAgain: isAgain, owner)
      try await recordDisplay(entry, owner)
    case .showSeveral(let numbers, let former, let isAgain):
      try await showSeveral(numbers, inPlaceOf: former, isAgain: isAgain, owner)
    case .seenInFront(let entry):
      try await recordDisplay(entry, owner)
      if let topic = entry.payload?.topic { ask(topic) }
    case .pass(let sequence): try await store.passShown(through: sequence, for: owner)
    }
  }

  private func show(
    _ entry: InboxEntry, inPlaceOf notice: Int64?, isAgain: Bool, _ owner: InboxOwner
  ) async throws {
    // It may have been emptied since the plan was made, or have got another text: then its picture is another, too.
    guard let entry = try await self.entry(entry.sequence, owner), let payload = entry.payload else { return }
    let identity = InboxIdentity(entry, of: owner)
    let due = payload.dueMoment(in: .system())
    var text = NoticeText(payload, from: try await senderText(entry, owner)) {
      dependencies.local.shownText(due?.date ?? $0, due?.isAllDay ?? false)
    }
    let own = text
    // Desktops make one notification of two that are alike.
    if texts.contains(where: { $0.key != entry.sequence && $0.value.isTaken(for: own) }) {
      text.add(number: entry.sequence)
    }
    let showsBodies = try await dependencies.panel.capabilities().contains("body")
    // Nobody accepts what they have not seen all of.
    let isAcceptable = showsBodies && text.isShownWhole && entry.sender != nil && !payload.needsVerification
    let notification = DesktopNotification(
      text, of: payload, NoticeManner(entry, payload, isAgain: isAgain), isAcceptable: isAcceptable,
      picturePath: pictures[.item(identity)] ?? nil)
    try await show(notification, .item(entry.sequence), inPlaceOf: notice.map { .item($0) })
    if let notice { texts[notice] = nil }
    texts[entry.sequence] = own
    identities[entry.sequence] = identity
    if isAcceptable { acceptable.insert(identity) } else { acceptable.remove(identity) }
    // It is shown together with the rest from now on.
    if let notice { placed.remove(notice) }
    placed.insert(entry.sequence)
    timedOut.remove(entry.sequence)
  }

  /// What needs no counting: it has, or had, a notification of its own.
  private var seen: Set<Int64> { placed.subtracting(timedOut) }

  private func showSeveral(
    _ numbers: ClosedRange<Int64>, inPlaceOf former: ClosedRange<Int64>?, isAgain: Bool, _ owner: InboxOwner
  ) async throws {
    let content = try await content(of: numbers, owner)
    guard content.count > 0 else {
      if let former { await withdraw(.several(former)) }
      return
    }
    shownContent = content
    queuedNumbers = queuedNumbers?.joined(with: numbers) ?? numbers
    let text = NoticeText(count: content.count, titles: content.titles, isAgain: isAgain)
    try await show(
      DesktopNotification(several: text, isAgain: isAgain), .several(numbers), inPlaceOf: former.map { .several($0) })
  }

  private func content(of numbers: ClosedRange<Int64>, _ owner: InboxOwner) async throws -> SeveralContent {
    let store = dependencies.inbox.store
    let now = dependencies.clock.now
    let newest = try await store.unread(
      in: numbers, besides: seen, for: owner, at: now, limit: Self.namingLimit)
    return SeveralContent(
      count: try await store.unreadCount(in: numbers, besides: seen, for: owner, at: now),
      titles: Array(newest.firstOfEachThread.compactMap { $0.payload?.title }.prefix(NoticeText.namedCount)))
  }

  /// Shows what is shown together once more, where some of it was read, redacted or is over meanwhile. Something of it might be named
  /// that was not before: while nothing may be shown it is taken down, and shown afterwards.
  ///
  /// What the desktop has taken down by itself is counted from then on, too.
  private func refreshSeveral(_ owner: InboxOwner, _ several: ClosedRange<Int64>?, mayShow: Bool) async throws {
    if let several, shown.contains(.several(several)) {
      let numbers = timedOut.reduce(several) { $0.joined(with: $1...$1) }
      if try await content(of: numbers, owner) != shownContent {
        if mayShow { return try await showSeveral(numbers, inPlaceOf: several, isAgain: true, owner) }
        // First, so that it is not forgotten should the agent end between both.
        await postpone(postponed?.joined(with: numbers) ?? numbers, owner)
        await withdraw(.several(several))
      }
    }
    guard mayShow, let late = postponed else { return }
    let present = shown.several
    try await showSeveral(present?.joined(with: late) ?? late, inPlaceOf: present, isAgain: true, owner)
    await postpone(nil, owner)
  }

  private func recordDisplay(_ entry: InboxEntry, _ owner: InboxOwner) async throws {
    guard entry.displayedAt == nil else { return }
    try await dependencies.inbox.store.display(entry.sequence, at: dependencies.clock.now, for: owner)
    await dependencies.inbox.sync.sendDecisions()
  }

  func show(
    _ notification: DesktopNotification, _ notice: InboxNotice, inPlaceOf former: InboxNotice? = nil
  ) async throws {
    try await dependencies.panel.show(notification, as: name(of: notice), inPlaceOf: former.map(name(of:)))
    if let former { shown.remove(former) }
    shown.insert(notice)
  }

  func withdraw(_ notice: InboxNotice) async {
    do {
      try await dependencies.panel.withdraw(name(of: notice))
      shown.remove(notice)
      // Of what was redacted nothing is kept.
      if case .item(let number) = notice { texts[number] = nil }
    } catch { fail("taking down", error) }
  }
}

// MARK: Redacting

extension InboxNotifier: RedactedNoticeWithdrawing {
  func withdrawRedacted() async {
    await exclusively {
      guard let shownOwner else { return }
      for case .item(let number) in shown where await isRedacted(number, shownOwner) { await withdraw(.item(number)) }
      for case .outcome(let number) in shown where await isRedacted(number, shownOwner) {
        await withdraw(.outcome(number))
      }
      do { try await refreshSeveral(shownOwner, shown.several, mayShow: mayShow) } catch { fail("showing", error) }
    }
  }

  private var mayShow: Bool {
    isServiceThere && !dependencies.front.isAnyInFront && !(quiet?.contains(dependencies.clock.now) ?? false)
  }
}
