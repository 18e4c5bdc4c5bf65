public import AgentAPI
public import FoundationEssentials

/// The server's channels by title: which the user has joined, and what is unread in them.
///
/// The server is asked for them when somebody looks, once a minute while they do, and after the user has joined or left one. What is unread is here, and follows every
/// change.
@MainActor
public final class ChannelListModel {
  /// What shows the list.
  public weak var display: (any ListDisplay)?
  /// Called when the number of unread messages has changed.
  public var unreadChanged: @MainActor (Int) -> Void = { _ in }
  /// Called with a channel that the user has joined or left.
  public var switched: @MainActor (ChannelRow) -> Void = { _ in }
  /// Called with a channel in which somebody has written since it was known before: not for what was there at first.
  public var arrived: @MainActor (UnreadChannel) -> Void = { _ in }
  /// Called when nobody is logged in any more.
  public var forgotten: @MainActor () -> Void = {}
  /// The channels that have been read.
  public private(set) var rows: [ChannelRow] = []
  /// When they were read from the server, where it could not be asked now; nil where it was.
  public private(set) var staleSince: Date?
  /// Whether it is known what there is.
  public private(set) var hasBeenRead = false
  /// Why there is nothing to see; nil where it was read.
  public private(set) var failure: Failure?
  /// How many messages in channels nobody has seen.
  public private(set) var unreadCount = 0 {
    didSet { if unreadCount != oldValue { unreadChanged(unreadCount) } }
  }

  private let service: any ChannelService
  private var isLookedAt = false
  private var isReading = false
  private var wanted: Set<Reading> = []
  private var isSwitching = false
  /// What is unread, by channel; nil until that was read.
  private var unread: [UUID: Int]?

  private enum Reading { case channels, counts }

  /// The most channels that are listed.
  private static let maximumCount = 2_000

  /// Makes a list, which is empty until somebody looks.
  public init(_ service: any ChannelService) { self.service = service }

  /// What stands in a row.
  public func channel(at row: Int) -> ChannelRow? { rows.indices.contains(row) ? rows[row] : nil }

  /// The row of a channel, wherever it is now.
  public func row(of id: UUID) -> Int? { rows.firstIndex { $0.id == id } }

  /// Says whether somebody looks: then the server is asked which channels there are.
  public func look(_ isLookedAt: Bool) {
    guard isLookedAt != self.isLookedAt else { return }
    self.isLookedAt = isLookedAt
    if isLookedAt { read([.channels, .counts]) }
  }

  /// A minute has passed: where somebody looks, the server is asked which channels there are by now.
  public func passTime() { if isLookedAt { read([.channels]) } }

  /// Reads once more what is unread: something has come. Where there is no list yet, and somebody looks, the list as well.
  public func refresh() { read(isLookedAt && !hasBeenRead ? [.channels, .counts] : [.counts]) }

  /// Joins a channel, by its id or the beginning of its title.
  ///
  /// - Returns: whether that was done; what prevents it is reported.
  public func join(_ name: String) async -> Bool {
    guard name.contains(where: { !$0.isWhitespace }) else { return false }
    return await change { [service] () async throws(Failure) in try await service.join(name) }
  }

  /// Leaves a channel.
  public func leave(_ id: UUID) async {
    _ = await change { [service] () async throws(Failure) in try await service.leave(id) }
  }

  private func change(_ body: () async throws(Failure) -> ChannelRow) async -> Bool {
    guard !isSwitching else {
      display?.report(.notDoneYet)
      return false
    }
    isSwitching = true
    defer { isSwitching = false }
    do throws(Failure) {
      let row = try await body()
      show(rows.map { $0.id == row.id ? row : $0 })
      switched(row)
      read([.channels, .counts])
      return true
    } catch {
      display?.report(error)
      return false
    }
  }

  // MARK: Reading, one thing after the other

  private func read(_ readings: Set<Reading>) {
    wanted.formUnion(readings)
    guard !isReading else { return }
    isReading = true
    Task { [weak self] in await self?.readOn() }
  }

  private func readOn() async {
    defer { isReading = false }
    while !wanted.isEmpty {
      do throws(Failure) {
        // What is here is told at once, whatever the server takes.
        if wanted.remove(.counts) != nil {
          take(try await service.unreadInChannels())
        } else if wanted.remove(.channels) != nil {
          let listing = try await service.channels()
          (hasBeenRead, failure) = (true, nil)
          staleSince = listing.isCurrent ? nil : listing.fetchedAt ?? .distantPast
          show(Array(listing.channels.prefix(Self.maximumCount)))
        }
      } catch { miss(error) }
    }
  }

  private func take(_ channels: [UnreadChannel]?) {
    let former = unread
    unread = channels.map { Dictionary($0.map { ($0.id, $0.unreadCount) }, uniquingKeysWith: max) }
    unreadCount = unread?.values.reduce(0, +) ?? 0
    if channels == nil { forget() }
    show(channels == nil ? [] : rows)
    guard let former, let channels else { return }
    if let newest = channels.first(where: { $0.unreadCount > former[$0.id] ?? 0 }) { arrived(newest) }
  }

  /// Nobody is logged in, and whoever is next has joined others.
  private func forget() {
    hasBeenRead = false
    // Why there are none is said by the list.
    if isLookedAt { wanted.insert(.channels) }
    forgotten()
  }

  private func miss(_ failure: Failure) {
    // Without an agent nobody knows of anything else.
    if !rows.isEmpty, failure.code == .unavailable || failure.code == .tryLater { return }
    (unread, unreadCount, self.failure) = (nil, 0, failure)
    show([])
    forgotten()
  }

  private func show(_ new: [ChannelRow]) {
    let counted = new.map { row in
      var row = row
      row.unreadCount = row.isJoined ? unread?[row.id] ?? 0 : 0
      return row
    }
    let edit = RowEdit.between(rows.map(\.id), counted.map(\.id))
    rows = counted
    display?.edit(edit.map { [$0] } ?? [])
    display?.reload(0..<rows.count)
  }
}
