public import AgentAPI
public import FoundationEssentials

/// The conversation, or the channel, that is open: its messages, as far back as somebody has looked, and what is written there.
@MainActor
public final class ThreadModel {
  /// What there is to show.
  public enum State: Equatable, Sendable {
    /// None was chosen.
    case nothing
    /// It is being read.
    case reading
    /// Its messages.
    case content(ThreadContent)
    /// It can't be shown.
    case gone(Failure)
  }

  /// What is shown.
  public private(set) var state = State.nothing {
    didSet { if state != oldValue { changed(state) } }
  }
  /// Called when that changes.
  public var changed: @MainActor (State) -> Void = { _ in }
  /// Which one is open; nil for none.
  public private(set) var channel: UUID?

  /// Whether the person looks at it for sure.
  public private(set) var isLookedAt = false

  private let service: any ThreadService
  private var isReading = false
  private var wanted: [Reading] = []

  private enum Reading: Equatable { case present, seen, older }

  /// How many messages are read at once.
  private static let pageCount = 100

  /// Shows nothing.
  public init(_ service: any ThreadService) { self.service = service }

  /// Opens one; nil for none.
  public func show(_ id: UUID?) {
    guard id != channel else { return }
    if let channel, isLookedAt { service.endLooking(at: channel) }
    channel = id
    wanted = []
    guard let id else {
      state = .nothing
      return
    }
    state = .reading
    if isLookedAt { service.beginLooking(at: id) }
    // What is here first; what is new to the person is known as long as it has not been seen.
    read([.present] + (isLookedAt ? [.seen] : []))
    fetch(id)
  }

  /// Says whether the person looks at it for sure: what comes meanwhile is seen.
  public func look(_ isLookedAt: Bool) {
    guard isLookedAt != self.isLookedAt else { return }
    self.isLookedAt = isLookedAt
    guard let channel else { return }
    if isLookedAt {
      service.beginLooking(at: channel)
      read([.present, .seen])
    } else {
      service.endLooking(at: channel)
    }
  }

  /// Reads the newest messages once more.
  public func refresh() { if channel != nil { read([isLookedAt ? .seen : .present]) } }

  /// Reads some that are older than the first.
  public func readOlder() {
    guard case .content(let content) = state, content.hasOlder else { return }
    read([.older])
  }

  /// Writes a message.
  ///
  /// - Parameter channel: where it goes, whatever is open by then.
  /// - Throws: why it is not taken; what waits for the server is taken.
  public func write(_ text: String, in channel: UUID) async throws(Failure) {
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    try await service.write(text, in: channel)
    if channel == self.channel { refresh() }
  }

  /// Has the agent fetch what is missing of it; meanwhile what is here is shown, and what comes is told as a change.
  private func fetch(_ id: UUID) {
    Task { [weak self, service] in
      do throws(Failure) {
        _ = try await service.history(of: id, limit: 1, before: nil, asksServer: true, isSeen: false)
      } catch { return }
      if id == self?.channel { self?.refresh() }
    }
  }

  // MARK: Reading, one thing after the other

  private func read(_ readings: [Reading]) {
    for reading in readings where !wanted.contains(reading) { wanted.append(reading) }
    guard !isReading else { return }
    isReading = true
    Task { [weak self] in await self?.readOn() }
  }

  private func readOn() async {
    defer { isReading = false }
    while let channel, !wanted.isEmpty {
      let reading = wanted.removeFirst()
      // The person may have turned away meanwhile.
      if reading == .seen, !isLookedAt { continue }
      let before = reading == .older ? firstNumber : nil
      if reading == .older, before == nil { continue }
      do throws(Failure) {
        let page = try await service.history(
          of: channel, limit: Self.pageCount, before: before, asksServer: false, isSeen: reading == .seen)
        if channel == self.channel { take(page, reading) }
      } catch { if channel == self.channel { miss(error) } }
    }
  }

  private var firstNumber: Int64? {
    if case .content(let content) = state { content.messages.first?.number } else { nil }
  }

  private func take(_ page: ChannelHistory, _ reading: Reading) {
    guard case .content(var content) = state else {
      var content = ThreadContent(page)
      content.isBlocked = service.isBlocked(content.channel.id)
      content.markNew()
      state = .content(content)
      return
    }
    if reading == .older { content.take(older: page) } else { content.take(newest: page) }
    content.isBlocked = service.isBlocked(content.channel.id)
    // What is new stays marked, though it has been seen, until the person has been away.
    if reading == .present { content.markNew() }
    state = .content(content)
  }

  private func miss(_ failure: Failure) {
    // Without an agent nobody knows of anything new.
    if case .content = state, failure.code == .unavailable || failure.code == .tryLater { return }
    state = .gone(failure)
  }
}
