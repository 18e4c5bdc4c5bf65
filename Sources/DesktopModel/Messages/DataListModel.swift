public import AgentAPI

/// What the window asks of the agent about messages that came with pushes.
public protocol DataService: Sendable {
  /// The newest; they count as read from then on. The server is asked for what is new first.
  func dataMessages(limit: Int) async throws(Failure) -> [MessageRow]
}

extension AgentLink: DataService {
  public func dataMessages(limit: Int) async throws(Failure) -> [MessageRow] {
    try await askServer(ListMessages(limit: limit), isAsked: false)
  }
}

/// The messages that came with pushes, the newest first. They count as read once they are listed, so they are read while somebody looks.
@MainActor
public final class DataListModel {
  /// What shows the list.
  public weak var display: (any ListDisplay)?
  /// The messages that have been read.
  public private(set) var rows: [MessageRow] = []
  /// Whether it is known what there is.
  public private(set) var hasBeenRead = false
  /// Why there is nothing to see; nil where it was read.
  public private(set) var failure: Failure?

  private let service: any DataService
  private var isLookedAt = false
  private var isReading = false
  /// A number for whose messages are read.
  private var turn = 0
  private var isWanted = false
  private var limit = pageCount

  /// How many are read at first, and the most that a list has.
  private static let (pageCount, maximumCount) = (100, 500)

  /// Makes a list, which is empty until somebody looks.
  public init(_ service: any DataService) { self.service = service }

  /// What stands in a row. At the last one that has been read, older ones are wanted.
  public func message(at row: Int) -> MessageRow? {
    guard rows.indices.contains(row) else { return nil }
    if row == rows.count - 1, rows.count == limit, limit < Self.maximumCount {
      limit = min(limit + Self.pageCount, Self.maximumCount)
      refresh()
    }
    return rows[row]
  }

  /// The row of a message by its ``MessageRow/identity``, wherever it is now.
  public func row(of message: Int64) -> Int? { rows.firstIndex { $0.identity == message } }

  /// Says whether somebody looks: then it is read, and follows what comes.
  public func look(_ isLookedAt: Bool) {
    guard isLookedAt != self.isLookedAt else { return }
    self.isLookedAt = isLookedAt
    if isLookedAt { refresh() }
  }

  /// Reads what is shown once more, if somebody looks.
  public func refresh() {
    guard isLookedAt else { return }
    isWanted = true
    guard !isReading else { return }
    isReading = true
    Task { [weak self] in await self?.read() }
  }

  /// Forgets what was read: nobody is logged in, and whoever is next has others.
  public func clear() {
    turn += 1
    hasBeenRead = false
    if !rows.isEmpty { show([], nil) }
  }

  private func read() async {
    defer { isReading = false }
    while isWanted, isLookedAt {
      isWanted = false
      let turn = turn
      do throws(Failure) {
        let found = try await service.dataMessages(limit: limit)
        // What was asked for before a logout is not of whoever is next.
        if turn == self.turn { show(found, nil) }
      } catch {
        guard turn == self.turn else { continue }
        // Without an agent nobody knows of anything else.
        if !rows.isEmpty, error.code == .unavailable || error.code == .tryLater { continue }
        show([], error)
      }
    }
  }

  private func show(_ new: [MessageRow], _ failure: Failure?) {
    let edit = RowEdit.between(rows.map(\.identity), new.map(\.identity))
    (rows, self.failure, hasBeenRead) = (new, failure, true)
    display?.edit(edit.map { [$0] } ?? [])
    display?.reload(0..<rows.count)
  }
}
