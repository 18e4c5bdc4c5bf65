public import AgentAPI

/// The items of the inbox, newest first, as many as somebody has looked at.
@MainActor
public final class InboxListModel {
  /// Why there is nothing to see.
  public enum Emptiness: Equatable, Sendable {
    /// It has not been read yet.
    case unknown
    /// Nothing has come.
    case empty
    /// There is no inbox, for instance since nobody is logged in.
    case missing(Failure)
  }

  /// What shows the list.
  public weak var display: (any ListDisplay)?
  /// Called when the number of unread items has changed.
  public var unreadChanged: @MainActor (Int) -> Void = { _ in }
  /// Called with what has come since the list was read before, the newest first: not for what was there at first.
  public var arrived: @MainActor ([InboxRow]) -> Void = { _ in }
  /// The items that have been read.
  public private(set) var items: [InboxRow] = []
  /// Why there are none.
  public private(set) var emptiness = Emptiness.unknown
  /// Whether there is no inbox, which a login may change.
  public var isMissing: Bool { if case .missing = emptiness { true } else { false } }
  /// How many of all items nobody has looked at.
  public private(set) var unreadCount = 0 {
    didSet { if unreadCount != oldValue { unreadChanged(unreadCount) } }
  }

  private let inbox: any InboxService
  private var hasMore = false
  private var isReading = false
  private var wanted: Wanted?
  /// The newest item that has been listed, and whose inbox that was in.
  private var newestSeen: Int64?
  private var owner: String?

  private enum Wanted { case newest, older }

  /// How many items are read at once, and the most that a list has.
  private static let (pageCount, maximumCount) = (100, 400)

  /// Makes a list, which is empty until ``refresh()``.
  public init(_ inbox: any InboxService) { self.inbox = inbox }

  /// The item in a row. At the last one that has been read, older ones are wanted.
  public func item(at row: Int) -> InboxRow? {
    guard items.indices.contains(row) else { return nil }
    if row == items.count - 1, hasMore, items.count < Self.maximumCount { readOn(.older) }
    return items[row]
  }

  /// The row of an item, wherever it is now.
  public func row(of number: Int64) -> Int? { items.firstIndex { $0.number == number } }

  /// Reads what is shown once more.
  public func refresh() { readOn(.newest) }

  /// Has all items count as read.
  public func markAllRead() {
    guard unreadCount > 0 else { return }
    Task { [weak self, inbox] in
      do throws(Failure) { try await inbox.markAllRead() } catch { self?.display?.report(error) }
      self?.refresh()
    }
  }

  /// Whether an item is not in the inbox any more, for instance since its text was taken away. What is older than all that have been
  /// read is not gone.
  public func isGone(_ number: Int64) -> Bool {
    guard row(of: number) == nil else { return false }
    guard let oldest = items.last?.number else { return emptiness != .unknown }
    return number > oldest || !hasMore
  }

  private func readOn(_ what: Wanted) {
    if wanted != .newest { wanted = what }
    guard !isReading else { return }
    isReading = true
    Task { [weak self] in await self?.read() }
  }

  private func read() async {
    defer { isReading = false }
    while let next = wanted {
      wanted = nil
      do throws(Failure) {
        switch next {
        case .newest:
          // What has come since makes the list longer; what is behind the last one stays to be wanted.
          let listing = try await inbox.inbox(limit: items.count + Self.pageCount, before: nil)
          let last = items.last.flatMap { last in listing.items.lastIndex { $0.number >= last.number } }
          take(Array(listing.items.prefix(last.map { $0 + 1 } ?? Self.pageCount)), listing)
        case .older:
          guard let last = items.last else { continue }
          let listing = try await inbox.inbox(limit: Self.pageCount, before: last.number)
          // What was read meanwhile is another list.
          if items.last?.number == last.number { take(items + listing.items, listing) }
        }
      } catch { miss(error) }
    }
  }

  private func take(_ new: [InboxRow], _ listing: InboxListing) {
    let edit = RowEdit.between(items.map(\.number), new.map(\.number))
    let former = listing.owner == owner ? newestSeen : nil
    (owner, newestSeen) = (listing.owner, max(former ?? 0, new.first?.number ?? 0))
    items = new
    hasMore = listing.hasMore || new.last?.number != listing.items.last?.number
    unreadCount = listing.unreadCount
    emptiness = .empty
    display?.edit(edit.map { [$0] } ?? [])
    display?.reload(0..<items.count)
    let come = former.map { former in items.prefix { $0.number > former }.filter { $0.state == .unread } } ?? []
    if !come.isEmpty { arrived(come) }
  }

  private func miss(_ failure: Failure) {
    // Without an agent nobody knows of anything else.
    if !items.isEmpty, failure.code == .unavailable || failure.code == .tryLater { return }
    emptiness = .missing(failure)
    let edit = RowEdit.between(items.map(\.number), [])
    (items, hasMore, unreadCount) = ([], false, 0)
    display?.edit(edit.map { [$0] } ?? [])
  }
}
