internal import Glibc
internal import LinuxSystem
internal import SecretMemory

/// What happens while a text is on the screen: draws pages and waits for the reason to hide it.
struct RevealLoop {
  private let title: String
  private let deadline: Deadline
  private let watch: RevealScreen.Watch?
  private var loop: ScreenLoop
  private let returnsWithFocus: Bool
  private var page = 0
  /// Whether nothing is shown until the focus is back.
  private var isCovered = false

  init(
    _ device: TerminalDevice, _ title: String, _ deadline: Deadline, _ watch: RevealScreen.Watch?,
    returnsWithFocus: Bool
  ) {
    // Any key hides the text, also one that means nothing.
    loop = ScreenLoop(device, reportsUnknown: true)
    self.title = title
    self.deadline = deadline
    self.watch = watch
    self.returnsWithFocus = returnsWithFocus
  }

  /// Draws and waits.
  mutating func run(
    _ text: borrowing SecretBytes, _ signals: borrowing SignalDescriptor
  ) throws(TerminalError) -> HideReason {
    var layout = self.layout(text)
    try draw(layout, text)
    while true {
      switch try wait(signals) {
      case .hide(let reason): return reason
      case .nothing: continue
      case .cover: isCovered = true
      case .uncover: isCovered = false
      case .resized:
        layout = self.layout(text)
        page = min(page, layout.pageCount - 1)
      case .turn(let step):
        guard page + step < layout.pageCount else { return .key }
        page = max(0, page + step)
      }
      try isCovered ? drawCover() : draw(layout, text)
    }
  }

  private var device: TerminalDevice { loop.device }

  private enum Happening {
    case hide(HideReason)
    case turn(Int)
    case cover
    case uncover
    case resized
    case nothing
  }

  /// Waits for one thing to happen. What hides the text is looked at first.
  private mutating func wait(_ signals: borrowing SignalDescriptor) throws(TerminalError) -> Happening {
    let happenings = try loop.next(signals, watching: [watch?.descriptor() ?? -1], until: deadline)
    if let number = happenings.signal { return number == SIGWINCH ? .resized : .hide(.signal(number)) }
    if happenings.isWatchedReadable, let reason = watch?.check() { return .hide(reason) }
    if happenings.hasTimedOut { return .hide(.timeout) }
    if happenings.isClosed { return .hide(.terminalClosed) }
    // Of several keys that one byte completes the first decides.
    return happenings.keys.first.map(meaning) ?? .nothing
  }

  private func meaning(of key: Key) -> Happening {
    switch key {
    case .focusOut where returnsWithFocus: .cover
    case .reportsFocus, .attributes: .nothing
    // Not every terminal that says that the focus is gone says when it is back.
    case _ where isCovered: .uncover
    case .enter, .text(" "), .text("n"), .pageDown, .down, .right: .turn(1)
    case .text("b"), .text("p"), .pageUp, .up, .left: .turn(-1)
    case .focusOut: .hide(.focusLost)
    case .focusIn: .nothing
    default: .hide(.key)
    }
  }

  /// The text stands between a title of few rows with an empty row below it and a line of help with an empty row above it.
  private func layout(_ text: borrowing SecretBytes) -> PageLayout {
    let size = device.size
    return PageLayout(text, columns: size.columns, rows: size.rows - 3 - heading.count)
  }

  /// The title, as far as it may take the text's room.
  private var heading: [String] {
    let size = device.size
    return LiveText.wrapped(title, columns: size.columns, limit: max(1, min(3, size.rows / 4)))
  }

  private func draw(_ layout: PageLayout, _ text: borrowing SecretBytes) throws(TerminalError) {
    let size = device.size
    let content: SecretBytes
    let heading = heading
    do { content = try layout.render(page: page, of: text, firstRow: heading.count + 2) } catch { throw .system(error) }
    try device.write(AlternateScreen.blank(rows: size.rows, columns: size.columns))
    for (row, line) in heading.enumerated() { try device.write("\u{1B}[\(row + 1);1H\u{1B}[1m\(line)\u{1B}[0m") }
    try device.write(content)
    try device.write("\u{1B}[\(size.rows);1H\u{1B}[2m\(clipped(help(layout), size.columns))\u{1B}[0m")
  }

  /// Nothing of the text.
  private func drawCover() throws(TerminalError) {
    let size = device.size
    try device.write(AlternateScreen.blank(rows: size.rows, columns: size.columns))
    let words = "Hidden while the window has no focus. Any key shows it again."
    try device.write("\u{1B}[1;1H\(clipped(words, size.columns))")
  }

  private func help(_ layout: PageLayout) -> String {
    let isLast = page + 1 >= layout.pageCount
    let pages = layout.pageCount > 1 ? "Page \(page + 1) of \(layout.pageCount). " : ""
    return pages + (isLast ? "Any key hides this." : "Space: next page. Any other key hides this.")
  }

  private func clipped(_ text: String, _ columns: Int) -> String {
    var width = 0
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix { scalar in
          width += ScalarWidth.columns(scalar)
          return width <= columns
        }))
  }
}
