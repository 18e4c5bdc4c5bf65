internal import AgentAPI
internal import FoundationEssentials
internal import Terminal

/// The tasks of a live list, and which of them is selected. It knows no terminal and no agent.
struct TaskSelection: Equatable {
  /// A way to move.
  enum Motion: Equatable, CaseIterable {
    case up, down, pageUp, pageDown, home, end

    /// What a key means; nil for nothing.
    init?(_ key: Key) {
      switch key {
      case .up, .text("k"): self = .up
      case .down, .text("j"): self = .down
      case .pageUp, .text("b"): self = .pageUp
      case .pageDown, .text(" "): self = .pageDown
      case .home, .text("g"): self = .home
      case .end, .text("G"): self = .end
      default: return nil
      }
    }
  }

  /// The tasks, in the list's order.
  private(set) var rows: [TaskRow] = []
  /// How many tasks the filter means in all, at least as many as there are rows.
  private(set) var total = 0
  /// The place of the selected task; nil when there is none.
  private(set) var index: Int?
  /// The place of the first task that is shown.
  private var first = 0

  /// The selected task.
  var selected: TaskRow? { index.map { rows[$0] } }

  /// The list has changed. The same task stays selected; when it has gone, the one that came next, or else the one before.
  mutating func show(_ page: TaskPage) {
    let places = Dictionary(page.rows.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
    let heir = index.flatMap { index in
      (Array(rows[index...]) + rows[..<index].reversed()).lazy.compactMap { places[$0.id] }.first
    }
    let previous = index
    (rows, total) = (page.rows, max(page.total, page.rows.count))
    index = rows.isEmpty ? nil : heir ?? 0
    // What is selected stays where it is on the screen.
    first += (index ?? 0) - (previous ?? 0)
  }

  /// Moves the selection.
  ///
  /// - Parameter height: how many rows the screen has for tasks.
  mutating func move(_ motion: Motion, height: Int) {
    guard let index else { return }
    let target =
      switch motion {
      case .up: index - 1
      case .down: index + 1
      case .pageUp: index - max(1, height)
      case .pageDown: index + max(1, height)
      case .home: 0
      case .end: rows.count - 1
      }
    self.index = min(max(0, target), rows.count - 1)
  }

  /// Which tasks are shown: as many as fit, the selected one among them.
  mutating func visible(height: Int) -> Range<Int> {
    let height = max(1, height)
    let selected = index ?? 0
    first = max(0, min(first, rows.count - height))
    first = min(max(first, selected - height + 1), selected)
    return first..<min(rows.count, first + height)
  }
}
