public import AgentAPI
public import FoundationEssentials

/// The tasks of a list that have been read, in pages, and which pages are still wanted.
///
/// A page that is out of date stays to be shown until it has been read again.
public struct TaskPages: Sendable {
  /// A part of a section.
  public struct Page: Hashable, Sendable {
    /// The section.
    public let section: TaskSection
    /// Which part of it, counted from 0.
    public let number: Int

    /// How many tasks one has.
    public static let size = 100

    /// The page with a section's task.
    public init(_ section: TaskSection, containing index: Int) {
      self.section = section
      number = index / Self.size
    }

    /// How many tasks of the section come before it.
    public var offset: Int { number * Self.size }
  }

  /// How many pages are kept that are not wanted any more.
  private static let keptCount = 64

  private var rows: [Page: [TaskRow]] = [:]
  private var fresh: Set<Page> = []
  /// The last one wanted is at the end.
  private var wanted: [Page] = []

  /// Has no task yet.
  public init() {}

  /// A section's task; nil while it has not been read. What is not there, or out of date, is wanted from now on.
  public mutating func row(_ section: TaskSection, _ index: Int) -> TaskRow? {
    let page = Page(section, containing: index)
    if !fresh.contains(page) { want(page) }
    guard let rows = rows[page], rows.indices.contains(index - page.offset) else { return nil }
    return rows[index - page.offset]
  }

  /// Where the tasks with these ids are, as far as they have been read: each at one place, which is out of date only where no other is known.
  public func places(of ids: Set<UUID>) -> [(section: TaskSection, index: Int)] {
    guard !ids.isEmpty else { return [] }
    var places: [UUID: (TaskSection, Int)] = [:]
    for isFresh in [true, false] {
      for (page, rows) in rows where fresh.contains(page) == isFresh {
        for (index, row) in rows.enumerated() where ids.contains(row.id) && places[row.id] == nil {
          places[row.id] = (page.section, page.offset + index)
        }
      }
    }
    return Array(places.values)
  }

  /// The page to be read next: the one wanted last, since that is what somebody looks at. It is not told twice.
  public mutating func next() -> Page? { wanted.popLast() }

  /// Keeps what was read.
  public mutating func store(_ rows: [TaskRow], for page: Page) {
    self.rows[page] = rows
    fresh.insert(page)
    guard self.rows.count > Self.keptCount else { return }
    // The farthest away are wanted least.
    let farthest = self.rows.keys.filter { $0 != page && !wanted.contains($0) }
      .max { distance($0, page) < distance($1, page) }
    if let farthest {
      self.rows[farthest] = nil
      fresh.remove(farthest)
    }
  }

  /// All that was read may be different by now: what nobody has looked at since the time before goes, since it may be a text that was protected
  /// meanwhile.
  public mutating func expire() {
    rows = rows.filter { fresh.contains($0.key) }
    fresh = []
    wanted = []
  }

  private mutating func want(_ page: Page) {
    wanted.removeAll { $0 == page }
    wanted.append(page)
  }

  private func distance(_ one: Page, _ other: Page) -> Int {
    abs(one.section.rawValue - other.section.rawValue) * 1_000_000 + abs(one.number - other.number)
  }
}
