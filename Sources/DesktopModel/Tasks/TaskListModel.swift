public import AgentAPI
public import CivilTime
public import FoundationEssentials
public import VaultModel

/// A list of tasks, however long: knows how many there are in each section, and reads those that are looked at.
@MainActor
public final class TaskListModel {
  /// What stands in one row.
  public enum Row: Equatable, Sendable {
    /// A heading, and how many tasks are below it.
    case heading(TaskSection, count: Int)
    /// A task; nil while it is being read.
    case task(TaskRow?)
  }

  /// What shows the list.
  public weak var display: (any ListDisplay)?
  /// Which tasks, in what order; sections narrow it.
  public private(set) var query: TaskQuery
  /// Whether it is known what there is.
  private(set) var hasBeenRead = false
  /// How the rows lie.
  public private(set) var outline = TaskOutline()
  /// The zone that says which day it is.
  public let zone: LocalZone

  private let tasks: any TaskService
  private let now: @MainActor () -> Date
  private let sleep: @Sendable (Double) async throws -> Void
  /// Reads anew when a task becomes overdue, or another day begins.
  private var alarm: Task<Void, Never>?
  private var pages = TaskPages()
  /// A number for each time everything is read anew; what was asked for before is not taken any more.
  private var turn = 0
  private var isReading = false
  /// The moment that all sections of a turn are told apart by.
  private var moment = Date.distantPast
  private var countsWanted = false

  /// Makes a list, which is empty until ``refresh()``.
  ///
  /// - Parameter sleep: waits for so many seconds.
  public init(
    _ tasks: any TaskService, query: TaskQuery = TaskQuery(), zone: LocalZone, now: @escaping @MainActor () -> Date,
    sleep: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
  ) {
    (self.tasks, self.query, self.zone, self.now, self.sleep) = (tasks, query, zone, now, sleep)
  }

  deinit { alarm?.cancel() }

  /// What stands in a row; nil behind the last one. A task that has not been read is read, and then told.
  public func row(at row: Int) -> Row? {
    switch outline.place(at: row) {
    case nil: return nil
    case .heading(let section): return .heading(section, count: outline.count(of: section))
    case .task(let section, let index):
      let task = pages.row(section, index)
      readOn()
      return .task(task)
    }
  }

  /// The rows of the tasks with these ids, as far as they have been read.
  public func rows(of ids: [UUID]) -> [Int] {
    pages.places(of: Set(ids)).compactMap { outline.row(of: $0.section, $0.index) }.sorted()
  }

  /// The task that stands beside another one, below it or else above, as far as both have been read; nil where there is none.
  public func neighbour(of id: UUID) -> TaskRow? {
    guard let row = rows(of: [id]).first else { return nil }
    // A heading may be between them, and no more.
    for place in [row + 1, row + 2, row - 1, row - 2] where place >= 0 {
      if case .task(let task?) = self.row(at: place) { return task }
    }
    return nil
  }

  /// Shows other tasks.
  public func show(_ query: TaskQuery) {
    guard query != self.query else { return }
    self.query = query
    // What was read is of other tasks.
    pages = TaskPages()
    refresh()
  }

  /// Reads what is looked at once more: something has changed, or another day has begun.
  public func refresh() {
    turn += 1
    pages.expire()
    countsWanted = true
    readOn()
  }

  // MARK: Reading, one thing after the other

  private func readOn() {
    guard !isReading else { return }
    isReading = true
    Task { [weak self] in await self?.read() }
  }

  private func read() async {
    defer { isReading = false }
    while true {
      let turn = turn
      do throws(Failure) {
        if countsWanted {
          countsWanted = false
          try await readSections(turn)
        } else if let page = pages.next() {
          try await read(page, turn)
        } else {
          return
        }
      } catch {
        // What was asked for anew meanwhile is read all the same.
        if turn != self.turn { continue }
        display?.report(error)
        return
      }
    }
  }

  /// Reads the first page of every section, and with it how many tasks there are.
  private func readSections(_ turn: Int) async throws(Failure) {
    var counts: [TaskSection: Int] = [:]
    var first: [TaskSection: [TaskRow]] = [:]
    moment = now()
    for section in TaskSection.sections(of: query) {
      let page = try await read(TaskPages.Page(section, containing: 0))
      guard turn == self.turn else { return }
      guard let page else { continue }
      (counts[section], first[section]) = (page.total, page.rows)
    }
    let isFirst = !hasBeenRead
    hasBeenRead = true
    for (section, rows) in first { pages.store(rows, for: TaskPages.Page(section, containing: 0)) }
    let former = outline
    outline = TaskOutline(counts)
    let edits = former.edits(to: outline)
    // That there is nothing is told once, too.
    if !edits.isEmpty || isFirst { display?.edit(edits) }
    display?.reload(0..<outline.rowCount)
    setAlarm(firstDue: first[.today]?.first?.dueDate)
  }

  /// Tasks move to another section as time goes by.
  private func setAlarm(firstDue: Date?) {
    alarm?.cancel()
    let now = now()
    let midnight = zone.end(of: zone.dateTime(at: now).date).addingTimeInterval(1)
    let seconds = min(firstDue ?? midnight, midnight).timeIntervalSince(now)
    alarm = Task { [weak self, sleep] in
      // A little later: what is due now is overdue then.
      do { try await sleep(max(0, seconds) + 1) } catch { return }
      self?.refresh()
    }
  }

  private func read(_ page: TaskPages.Page, _ turn: Int) async throws(Failure) {
    guard let found = try await read(page), turn == self.turn else { return }
    pages.store(found.rows, for: page)
    // Tasks may have come or gone that nobody has told of yet.
    if found.total != outline.count(of: page.section) { return refresh() }
    guard let start = outline.row(of: page.section, page.offset) else { return }
    display?.reload(start..<(start + found.rows.count))
  }

  private func read(_ page: TaskPages.Page) async throws(Failure) -> TaskPage? {
    guard var query = page.section.query(within: query, now: moment, zone: zone) else { return nil }
    (query.offset, query.limit) = (page.offset, TaskPages.Page.size)
    return try await tasks.page(query)
  }
}
