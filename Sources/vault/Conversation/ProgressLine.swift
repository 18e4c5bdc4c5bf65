internal import AgentAPI
internal import Terminal

/// How far a long request is, on one line that is written over, only at a terminal.
struct ProgressLine {
  private let output: OutputStream
  private var isShown = false

  init(output: OutputStream) { self.output = output }

  mutating func show(_ progress: Progress) {
    // Nothing is counted: somebody is waited for.
    guard progress.completed > 0 || progress.total != nil else { return write(Escaping.line(progress.activity)) }
    let count = progress.total.map { "\(progress.completed) of \($0)" } ?? "\(progress.completed)"
    write("\(Escaping.line(progress.activity)): \(count)")
  }

  /// Shows what is being waited for, unless it is known how far that is.
  mutating func show(_ activity: String) {
    if !isShown { write(activity) }
  }

  private mutating func write(_ line: String) {
    if output.isTerminal { isShown = output.writeIfPossible("\r\u{1B}[K\(line)") }
  }

  /// Removes the line.
  mutating func end() {
    if isShown { isShown = !output.writeIfPossible("\r\u{1B}[K") }
  }
}
