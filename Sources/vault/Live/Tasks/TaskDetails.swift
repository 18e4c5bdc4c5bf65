internal import AgentAPI
internal import Terminal

/// One task on all of the screen, with its notes and steps; it scrolls.
struct TaskDetails {
  /// The task as it is now.
  var task: TaskRow
  /// The first row that is shown.
  private var first = 0
  /// The last row that can be the first, and the rows that there were, when it was drawn last.
  private var (end, height) = (0, 1)

  init(_ task: TaskRow) { self.task = task }

  /// Handles a key that scrolls.
  ///
  /// - Returns: whether it was one.
  mutating func handle(_ key: Key) -> Bool {
    guard let motion = TaskSelection.Motion(key) else { return false }
    let target =
      switch motion {
      case .up: first - 1
      case .down: first + 1
      case .pageUp: first - height
      case .pageDown: first + height
      case .home: 0
      case .end: end
      }
    first = min(max(0, target), end)
    return true
  }

  /// Draws it, all but the last two rows.
  ///
  /// - Parameter lines: what there is to say of the task.
  mutating func draw(_ lines: [String], _ frame: inout LiveFrame, _ style: Style) {
    height = max(1, frame.rows - 2)
    let rows = lines.flatMap { LiveText.wrapped($0, columns: frame.columns, limit: 5000) }
    end = max(0, rows.count - height)
    first = min(first, end)
    for (row, line) in rows.dropFirst(first).prefix(height).enumerated() {
      frame.set(row, LiveText(line, paint: row + first == 0 ? style.bold : style.plain))
    }
  }
}
