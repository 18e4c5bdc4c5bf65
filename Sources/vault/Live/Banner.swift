internal import AgentAPI
internal import Terminal

/// What drops from the top when something arrives, for five seconds.
struct Banner: Equatable {
  /// How long it stays.
  static let duration = Duration.seconds(5)
  /// How many rows it takes.
  static let rows = 3

  /// The item that it announces, the newest of those that came.
  let item: LiveTarget
  /// Where what it is about is shown; nil for the item itself.
  let place: InboxPlace?
  let title: String
  /// What it is and who sent it, which no text can push out of sight, and the first line of its text.
  let line: String
  /// How many others came with it, or while the one before was shown.
  let others: Int
  /// When it leaves.
  let end: ContinuousClock.Instant

  /// Announces items that have come, newest first.
  ///
  /// - Parameter previous: what is shown now.
  /// - Returns: nil when none has come.
  init?(_ items: [InboxRow], after previous: Banner?, now: ContinuousClock.Instant) {
    guard let newest = items.first else { return nil }
    (item, title) = (LiveTarget(number: newest.number, identity: newest.identity), newest.title)
    place = newest.place
    let text = newest.text.split(separator: "\n", omittingEmptySubsequences: true).first.map { ": \($0)" } ?? ""
    line = InboxText.byline(newest) + text
    others = items.count - 1 + (previous.map { $0.others + 1 } ?? 0)
    end = now + Self.duration
  }

  /// Its rows, at the top of the view.
  func draw(_ frame: inout LiveFrame, _ style: Style) {
    let more = others > 0 ? "  and \(others) more" : ""
    frame.set(0, LiveText(" ▌ \(title)\(more)", paint: style.reversed).filled(to: frame.columns, paint: style.reversed))
    frame.set(1, LiveText(" ▌ \(line)", paint: style.reversed).filled(to: frame.columns, paint: style.reversed))
    frame.set(2, LiveText(" Enter opens it, Esc dismisses it", paint: style.dim))
  }
}
