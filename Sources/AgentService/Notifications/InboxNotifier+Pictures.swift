internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Waiting

/// What is to be done on the desktop now, about the inbox and about channels.
struct NoticeRound: Sendable {
  let situation: NoticeSituation
  let plan: NoticePlan
  let channels: [ChannelNoticePlan.Action]

  /// Whether something is shown.
  var shows: Bool {
    plan.actions.contains {
      switch $0 {
      case .show, .showSeveral: true
      case .withdraw, .seenInFront, .pass: false
      }
    } || channels.contains { if case .show = $0 { true } else { false } }
  }

  /// Whether all that has come was looked at.
  var passes: Bool { plan.actions.contains { if case .pass = $0 { true } else { false } } }
}

extension InboxNotifier {
  /// How long notifications wait for their pictures, all of a round together.
  private static let patience = Duration.seconds(3)

  /// What is to be done, once the pictures of it are here or their time is over. While they are fetched nothing waits for them: what is
  /// over is taken down before, buttons are answered meanwhile, and what is to be done is planned anew afterwards.
  ///
  /// - Returns: nil where another owner's inbox is to be shown by now.
  func roundWithPictures(_ owner: InboxOwner) async throws -> NoticeRound? {
    let deadline = ContinuousClock.now + (dependencies.picturePatience ?? Self.patience)
    pictures = [:]
    while owner == self.owner, owner == shownOwner, !isOwnerNew {
      let situation = try await situation(of: owner)
      let plan = NoticePlan(situation)
      let channels = try await channelActions(
        owner, mayShow: situation.isServiceThere && !situation.isQuiet)
      let missing = wanted(plan, channels, owner).filter { pictures[$0.key] == nil }
      guard !missing.isEmpty, ContinuousClock.now < deadline else {
        return NoticeRound(situation: situation, plan: plan, channels: channels)
      }
      for case .withdraw(let notice) in plan.actions { await exclusively { await withdraw(notice) } }
      await fetch(missing, until: deadline)
    }
    return nil
  }

  /// The pictures of what is to be shown, and how each is had within so many seconds.
  private func wanted(
    _ plan: NoticePlan, _ channels: [ChannelNoticePlan.Action], _ owner: InboxOwner
  ) -> [NoticePicture: @Sendable (Double) async -> String?] {
    var found: [NoticePicture: @Sendable (Double) async -> String?] = [:]
    for case .show(let entry, _, _) in plan.actions where entry.payload?.picture != nil {
      found[.item(.init(entry, of: owner))] = { [dependencies] in await dependencies.picture(entry, owner, $0) }
    }
    for case .show(let news, _) in channels {
      guard let picture = news.picture else { continue }
      found[.channel(picture)] = { [dependencies] in await dependencies.channelPicture(picture, owner, $0) }
    }
    return found
  }

  /// Fetches them all at once.
  private func fetch(
    _ missing: [NoticePicture: @Sendable (Double) async -> String?], until deadline: ContinuousClock.Instant
  ) async {
    let seconds = ContinuousClock.now.duration(to: deadline) / .seconds(1)
    isFetching = true
    turn.unlock()
    let found = await withTaskGroup(of: (NoticePicture, String?).self) { group in
      for (picture, fetch) in missing { group.addTask { (picture, await fetch(seconds)) } }
      var found: [(NoticePicture, String?)] = []
      for await one in group { found.append(one) }
      return found
    }
    isFetching = false
    await turn.lock()
    for (picture, path) in found { pictures[picture] = .some(path) }
  }
}

/// A picture by what it belongs to.
enum NoticePicture: Hashable {
  /// An item as it is: another text has no picture of the one before.
  case item(InboxIdentity)
  /// A channel's, by the picture's id.
  case channel(UUID)
}
