public import AgentAPI
internal import FoundationEssentials

/// The conversations, and what others said about things, the newest first, as many as somebody has looked at.
@MainActor
public final class MessageListModel {
  /// Why there is nothing to see.
  public enum Emptiness: Equatable, Sendable {
    /// Nothing has been read yet.
    case unknown
    /// Nobody has written.
    case empty
    /// There are no messages to read, for instance since nobody is logged in.
    case missing(Failure)
  }

  /// What shows the list.
  public weak var display: (any ListDisplay)?
  /// Called when the number of unread messages has changed.
  public var unreadChanged: @MainActor (Int) -> Void = { _ in }
  /// Called when other rows have been read.
  public var changed: @MainActor () -> Void = {}
  /// Called with a conversation in which somebody has written since the list was read before: not for what was there at first.
  public var arrived: @MainActor (ConversationRow) -> Void = { _ in }
  /// The rows that have been read.
  public private(set) var entries: [MessageEntry] = []
  /// Why there are none.
  public private(set) var emptiness = Emptiness.unknown
  /// Whether there is nothing to read, for instance since nobody is logged in.
  public var isMissing: Bool { if case .missing = emptiness { true } else { false } }
  /// How many messages, comments and likes nobody has seen.
  public private(set) var unreadCount = 0 {
    didSet { if unreadCount != oldValue { unreadChanged(unreadCount) } }
  }

  private let service: any MessagesService
  private var limit = pageCount
  private var hasMore = false
  private var isReading = false
  private var isWanted = false
  /// What the user's proposals are called that somebody has said something about, as far as the server has told.
  private var titles: [UUID: String] = [:]
  /// The proposals of which it was asked.
  private var askedFor: Set<UUID> = []
  private var isAsking = false
  /// A number for whose messages are read.
  private var turn = 0
  /// How much was unread in each conversation before; nil until that was read.
  private var former: [UUID: Int]?

  /// How many conversations are read at once, and the most that a list has, as of comments and of likes.
  private static let (pageCount, maximumCount) = (100, 400)

  /// Makes a list, which is empty until ``refresh()``.
  public init(_ service: any MessagesService) { self.service = service }

  /// What stands in a row. At the last one that has been read, older ones are wanted.
  public func entry(at row: Int) -> MessageEntry? {
    guard entries.indices.contains(row) else { return nil }
    if row == entries.count - 1, hasMore, limit < Self.maximumCount {
      limit += Self.pageCount
      refresh()
    }
    return entries[row]
  }

  /// The row of an entry, wherever it is now.
  public func row(of id: MessageEntry.ID) -> Int? { entries.firstIndex { $0.id == id } }

  /// Reads what is shown once more.
  public func refresh() {
    isWanted = true
    guard !isReading else { return }
    isReading = true
    Task { [weak self] in await self?.read() }
  }

  /// Has the server asked for what others said, and about what; what comes of it is told as a change.
  public func catchUp() {
    guard !isAsking else { return }
    isAsking = true
    Task { [weak self, service, turn, limit] in
      let titles: [UUID: String]?
      // Where that can't be, what is here is shown.
      do throws(Failure) { titles = try await service.askForRemarks(limit: limit) } catch { titles = nil }
      guard let self else { return }
      isAsking = false
      guard turn == self.turn, let titles else { return }
      self.titles = titles
      refresh()
    }
  }

  /// Names the proposals of the user's own that something was said about; the server is asked once for each that it has not told of.
  private func named(_ rows: [CorrespondenceRow]) -> [CorrespondenceRow] {
    let unnamed = Set(rows.filter { $0.subject == nil }.compactMap(\.push)).subtracting(titles.keys)
    if !isAsking, !unnamed.isSubset(of: askedFor) {
      askedFor = unnamed
      catchUp()
    }
    return rows.map { row in
      var row = row
      row.subject = row.subject ?? row.push.flatMap { titles[$0] }
      return row
    }
  }

  /// Has all that is in the list count as read, also where something in it is gone by then.
  public func markAllRead() {
    let unread = entries.filter { $0.unreadCount > 0 }
    guard !unread.isEmpty else { return }
    Task { [weak self, service] in
      var trouble: Failure?
      for entry in unread {
        do throws(Failure) {
          switch entry {
          case .conversation(let row): try await service.markRead(row.user)
          case .remark(let row): _ = try await service.remark(row.id)
          }
        } catch { trouble = trouble ?? error }
      }
      if let trouble { self?.display?.report(trouble) }
      self?.refresh()
    }
  }

  /// Finds the conversation with somebody.
  public func conversation(with person: String) async throws(Failure) -> ChannelRow {
    try await service.conversation(with: person)
  }

  private func read() async {
    defer { isReading = false }
    while isWanted {
      isWanted = false
      do throws(Failure) {
        let listing = try await service.conversations(limit: limit)
        let comments = try await service.remarks(.comment, limit: limit)
        let likes = try await service.remarks(.like, limit: limit)
        take(listing, named(comments + likes), comments.count == limit || likes.count == limit)
      } catch { miss(error) }
    }
  }

  /// The newest of those in which more is unread than before.
  private func tellArrivals(_ rows: [ConversationRow]) {
    defer { former = Dictionary(rows.map { ($0.user, $0.unreadCount) }, uniquingKeysWith: max) }
    guard let former else { return }
    if let row = rows.first(where: { $0.unreadCount > former[$0.user] ?? 0 && !$0.newest.isOwn }) { arrived(row) }
  }

  private func take(_ listing: ConversationListing, _ remarks: [CorrespondenceRow], _ hasMoreRemarks: Bool) {
    hasMore = listing.hasMore || hasMoreRemarks
    let all = listing.conversations.map(MessageEntry.conversation) + remarks.map(MessageEntry.remark)
    show(all.sorted(by: MessageEntry.isNewer), .empty)
    unreadCount = all.reduce(0) { $0 + $1.unreadCount }
    tellArrivals(listing.conversations)
  }

  private func miss(_ failure: Failure) {
    // Without an agent nobody knows of anything else.
    if !entries.isEmpty, failure.code == .unavailable || failure.code == .tryLater { return }
    (hasMore, former, titles, askedFor) = (false, nil, [:], [])
    turn += 1
    show([], .missing(failure))
    unreadCount = 0
  }

  private func show(_ new: [MessageEntry], _ emptiness: Emptiness) {
    let edit = RowEdit.between(entries.map(\.id), new.map(\.id))
    (entries, self.emptiness) = (new, emptiness)
    display?.edit(edit.map { [$0] } ?? [])
    display?.reload(0..<entries.count)
    changed()
  }
}
