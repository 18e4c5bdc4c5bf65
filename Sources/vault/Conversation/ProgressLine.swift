internal import AgentAPI
internal import Terminal

/// How far a long request is, on one line that is written over, only at a terminal.
struct ProgressLine {
  private let output: OutputStream
  private var isShown = false

  init(output: OutputStream) { self.output = output }

  mutating func show(_ progress: Progress) {
    guard output.isTerminal else { return }
    let count = progress.total.map { "\(progress.completed) of \($0)" } ?? "\(progress.completed)"
    isShown = output.writeIfPossible("\r\u{1B}[K\(Escaping.line(progress.activity)): \(count)")
  }

  /// Removes the line.
  mutating func end() {
    if isShown { isShown = !output.writeIfPossible("\r\u{1B}[K") }
  }
}
