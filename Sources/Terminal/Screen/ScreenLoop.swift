internal import Glibc
internal import LinuxSystem
internal import SecretMemory

/// What happens while a text is on the screen: draws pages and waits for the reason to hide it.
struct ScreenLoop {
  private let device: TerminalDevice
  private let title: String
  private let deadline: Deadline
  private let watch: RevealScreen.Watch?
  private var keys = ScreenKeys()
  private var page = 0

  init(_ device: TerminalDevice, _ title: String, _ deadline: Deadline, _ watch: RevealScreen.Watch?) {
    self.device = device
    self.title = title
    self.deadline = deadline
    self.watch = watch
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
      case .resized:
        layout = self.layout(text)
        page = min(page, layout.pageCount - 1)
      case .turn(let step):
        guard page + step < layout.pageCount else { return .key }
        page = max(0, page + step)
      }
      try draw(layout, text)
    }
  }

  private enum Happening {
    case hide(HideReason)
    case turn(Int)
    case resized
    case nothing
  }

  /// Waits for one thing to happen. What hides the text is looked at first.
  private mutating func wait(_ signals: borrowing SignalDescriptor) throws(TerminalError) -> Happening {
    var entries = [signals.descriptor, watch?.descriptor() ?? -1, device.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    // A lone Escape is the key itself when nothing follows within 50 ms.
    let limit = keys.mayBeEscapeKey ? min(deadline, .after(seconds: 0.05)) : deadline
    do throws(TerminalError) { try Poll.wait(on: &entries, until: limit) } catch {
      guard error == .timedOut else { throw error }
      return .hide(deadline.hasPassed ? .timeout : .key)
    }
    if entries[0].revents != 0 { return try signal(signals) }
    if entries[1].revents != 0, let reason = watch?.check() { return .hide(reason) }
    return entries[2].revents != 0 ? try key() : .nothing
  }

  private func signal(_ signals: borrowing SignalDescriptor) throws(TerminalError) -> Happening {
    let number: Int32?
    do { number = try signals.next() } catch { throw .system(error) }
    guard let number else { return .nothing }
    return number == SIGWINCH ? .resized : .hide(.signal(number))
  }

  private mutating func key() throws(TerminalError) -> Happening {
    switch try device.read() {
    case .nothing: return .nothing
    case .closed: return .hide(.terminalClosed)
    case .byte(let byte):
      switch keys.take(byte) {
      case nil: return .nothing
      case .hide: return .hide(.key)
      case .focusLost: return .hide(.focusLost)
      case .nextPage: return .turn(1)
      case .previousPage: return .turn(-1)
      }
    }
  }

  /// The text stands between a title with an empty row below it and a line of help with an empty row above it.
  private func layout(_ text: borrowing SecretBytes) -> PageLayout {
    let size = device.size
    return PageLayout(text, columns: size.columns, rows: size.rows - 4)
  }

  private func draw(_ layout: PageLayout, _ text: borrowing SecretBytes) throws(TerminalError) {
    let size = device.size
    let content: SecretBytes
    do { content = try layout.render(page: page, of: text, firstRow: 3) } catch { throw .system(error) }
    try device.write(AlternateScreen.blank(rows: size.rows, columns: size.columns))
    try device.write("\u{1B}[1m\(clipped(title, size.columns))\u{1B}[0m")
    try device.write(content)
    try device.write("\u{1B}[\(size.rows);1H\u{1B}[2m\(clipped(help(layout), size.columns))\u{1B}[0m")
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
