internal import AgentAPI
internal import AgentInbox
internal import DesktopSession
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import Logging
internal import NotificationBoard
internal import Reminders
internal import ServerClient
internal import ServiceLifecycle
internal import Waiting

/// What is said of several items.
struct SeveralContent: Equatable, Sendable {
  var count: Int
  var titles: [String]
}

/// Shows on the desktop what comes to the inbox, and does what the person answers: a thin shell around ``NoticePlan``.
///
/// What was passed is known to the store, and what is on the screen to the panel, so that after a crash nothing is missing, and what
/// is shown again takes the place of the old.
actor InboxNotifier: Service {
  /// What it is made of.
  struct Dependencies: Sendable {
    let inbox: InboxService
    /// Whoever logs in has the inbox that is shown.
    let auth: AuthClient
    let panel: NotificationScope
    let front: ForegroundViews
    let decisions: InboxDecisionService
    let hints: HintFetcher
    let catalogue: ChannelCatalogue
    let opener: PlaceOpener
    /// The path of an item's picture, of a kind that desktops read; nil while there is none. It takes so many seconds at most.
    let picture: @Sendable (InboxEntry, InboxOwner, Double) async -> String?
    /// The same of a channel's picture, by its id.
    let channelPicture: @Sendable (UUID, InboxOwner, Double) async -> String?
    /// How long pictures are waited for; nil for the usual time.
    let picturePatience: Duration?
    let clock: any WallClock
    let local: LocalTime
    let quietHours: QuietHours?
    let logger: Logger
  }

  /// How long after something was shown the next round waits, so that what comes meanwhile is shown together.
  private static let pause = Duration.milliseconds(300)
  /// How soon it tries again what failed, in seconds.
  private static let retrySeconds = 60.0
  /// How many of the newest items are counted for the desktop.
  static let countLimit = 1000

  nonisolated let dependencies: Dependencies
  private let wakeups: AsyncStream<Void>
  private let wakeup: AsyncStream<Void>.Continuation
  private let (topics, asking) = AsyncStream<InboxTopic>.makeStream(bufferingPolicy: .bufferingNewest(8))
  private var timer: Task<Void, Never>?
  private var following: Task<Void, Never>?

  var owner: InboxOwner?
  /// Whether what is on the screen is of somebody else, or of nobody.
  var isOwnerNew = false
  /// Whether they have come by a login, not by this program's start: then what they were told before is not told again.
  var isLogin = false
  /// Whether it has been looked whose inbox it is.
  private var isFollowing = false
  var events: [NotificationScope.Event] = []
  var isServiceThere = false
  /// Whether the service that is there shows nothing of this run yet.
  var isServiceNew = false
  /// The names of what an earlier run, or a service that has ended, had shown, whoever's it was.
  var orphanedNames: [String] = []
  /// Whose inbox is on the screen; the owner, but for the moments after a login in which it is another one's still.
  var shownOwner: InboxOwner?
  var shown: Set<InboxNotice> = []
  /// What was said of the items that are shown together.
  var shownContent: SeveralContent?
  /// What is shown of items.
  var identities: [Int64: InboxIdentity] = [:]
  /// What a button accepts.
  var acceptable: Set<InboxIdentity> = []
  /// The numbers of all that was shown together: proposals among them wait for a place, also when they were read.
  var queuedNumbers: ClosedRange<Int64>?
  /// What was shown together, and is again as soon as something may be shown; as the store has it for the next run.
  var postponed: ClosedRange<Int64>?
  /// The items that had a notification of their own since the service appeared.
  var placed: Set<Int64> = []
  /// Those of them whose notification the desktop has taken down by itself: nobody may have seen them.
  var timedOut: Set<Int64> = []
  /// Which numbers these are, as the store counts it: after it began anew, others stand for what is shown.
  var restartMark = 0
  /// The texts of items that are shown, without what tells equal ones apart.
  var texts: [Int64: NoticeText] = [:]
  /// The paths of the pictures that were looked for in this round; nil for those that were not there in time.
  var pictures: [NoticePicture: String?] = [:]
  /// Whether the round waits for pictures, so that what happens meanwhile is handled at once.
  var isFetching = false
  /// The channels without a title whose catalogue was asked for.
  private var namedChannels: Set<UUID> = []
  private var naming: Task<Void, Never>?
  var hasFailed = false
  /// Held while something is shown, so that what is redacted meanwhile is taken down after it.
  let showing = AsyncMutex()
  /// Held by a round but while it waits for pictures.
  let turn = AsyncMutex()

  init(_ dependencies: Dependencies) {
    self.dependencies = dependencies
    (wakeups, wakeup) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func run() async throws {
    await cancelWhenGracefulShutdown { await self.work() }
  }

  private func work() async {
    if dependencies.panel.isServiceThere { events.append(.serviceAppeared) }
    await withDiscardingTaskGroup { group in
      group.addTask { [dependencies] in for await _ in await dependencies.auth.phases() { await self.follow() } }
      group.addTask { [dependencies] in for await event in dependencies.panel.events { await self.receive(event) } }
      group.addTask { [dependencies, wakeup] in for await _ in dependencies.front.changes { wakeup.yield() } }
      group.addTask { [topics] in for await topic in topics { await self.followHint(topic) } }
      for await _ in wakeups {
        timer?.cancel()
        let (next, hasShown) = await round()
        setTimer(next)
        // Cancelled, the stream ends.
        if hasShown { try? await Task.sleep(for: Self.pause) }
      }
      timer?.cancel()
      following?.cancel()
      naming?.cancel()
      group.cancelAll()
    }
  }

  private func receive(_ event: NotificationScope.Event) async {
    events.append(event)
    if isFetching {
      await turn.lock()
      await handleEvents()
      turn.unlock()
    }
    wakeup.yield()
  }

  /// Turns to the inbox of who is logged in now.
  private func follow() async {
    // Where it can't be told whose it is there is none to show.
    let owner = try? await dependencies.inbox.owner()
    defer { isFollowing = true }
    if owner != self.owner {
      (self.owner, isOwnerNew, isLogin) = (owner, true, isFollowing)
      following?.cancel()
      following = nil
      if let owner {
        let changes = await dependencies.inbox.store.changes(for: owner)
        following = Task { [wakeup] in for await _ in changes { wakeup.yield() } }
      }
    }
    wakeup.yield()
  }

  private func setTimer(_ date: Date?) {
    let retry = hasFailed ? dependencies.clock.now.addingTimeInterval(Self.retrySeconds) : nil
    guard let date = [date, retry].compactMap({ $0 }).min() else { return }
    timer = Task { [dependencies, wakeup] in
      do { try await dependencies.clock.sleep(until: date) } catch {
        dependencies.logger.notice("the clock can't be waited for", metadata: ["reason": "\(LogReason(error))"])
        return
      }
      if !Task.isCancelled { wakeup.yield() }
    }
  }

  private nonisolated func followHint(_ topic: InboxTopic) async {
    do throws(Failure) { try await dependencies.hints.ask(topic) } catch {
      dependencies.logger.notice("a hint could not be followed", metadata: ["reason": "\(LogReason(error))"])
    }
  }

  /// Has the server asked about a topic; nothing waits for that.
  func ask(_ topic: InboxTopic) { asking.yield(topic) }

  /// What of the channels is known by a title. For the others the catalogue is asked for, once, and another round follows; where it
  /// does not tell, they are shown without one.
  func titled(_ news: [ChannelUnreadSummary], _ owner: InboxOwner) -> [ChannelUnreadSummary] {
    let unnamed = Set(news.filter(\.title.isEmpty).map(\.channel)).subtracting(namedChannels)
    if !unnamed.isEmpty, naming == nil { naming = Task { await self.name(unnamed, owner) } }
    return news.filter { !unnamed.contains($0.channel) }
  }

  private func name(_ channels: Set<UUID>, _ owner: InboxOwner) async {
    do throws(Failure) { _ = try await dependencies.catalogue.refresh(for: owner) } catch {
      dependencies.logger.notice("the titles of channels are not known", metadata: ["reason": "\(LogReason(error))"])
    }
    namedChannels.formUnion(channels)
    naming = nil
    wakeup.yield()
  }

  /// Has another round follow this one.
  func setNeedsRefresh() { wakeup.yield() }

  func fail(_ step: String, _ reason: any Error) {
    hasFailed = true
    dependencies.logger.notice(
      "notifications of the inbox", metadata: ["failed": "\(step)", "reason": "\(LogReason(reason))"])
  }
}

extension InboxNotifier {
  /// What people read of who sent an item; nil where the server did not say.
  func senderText(_ entry: InboxEntry, _ owner: InboxOwner) async throws -> String? {
    guard let sender = entry.sender else { return nil }
    return sender.text(for: owner.user, try await dependencies.inbox.store.nicknames(for: owner), in: .persons)
  }
}
