public import Foundation

/// A terminal whose keyboard and screen a test holds.
public final class PseudoTerminal: @unchecked Sendable {
  // Proof for @unchecked: one test thread types, reads and looks; other threads only open `path`.

  /// What the test waited for did not appear; holds what was on the screen instead.
  public struct NotSeen: Error, CustomStringConvertible {
    /// In words.
    public let description: String
  }

  /// The device a program opens as its terminal.
  public let path: String
  /// What a person sees.
  public private(set) var screen: ScreenEmulator
  /// Every byte that was written to the terminal.
  public private(set) var transcript: [UInt8] = []
  private let keyboard: Int32
  private let holder: Int32

  /// Makes a terminal of this size.
  ///
  /// - Parameter cell: how many pixels it says that a cell has; nil where it does not say.
  public init(rows: Int = 24, columns: Int = 80, cell: (width: Int, height: Int)? = nil) throws {
    var (controller, device): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 128)
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * (cell?.width ?? 0)),
      ws_ypixel: UInt16(rows * (cell?.height ?? 0)))
    guard openpty(&controller, &device, &name, nil, &size) == 0 else {
      throw NotSeen(description: "no pseudo-terminal can be made: \(String(cString: strerror(errno)))")
    }
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // The device stays open, so that the terminal outlives the programs on it.
    (keyboard, holder) = (controller, device)
    for descriptor in [keyboard, holder] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    screen = ScreenEmulator(rows: rows, columns: columns)
  }

  deinit {
    close(holder)
    close(keyboard)
  }

  /// Presses keys.
  public func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(keyboard, bytes, bytes.count)
  }

  /// Gives the window another size.
  public func resize(rows: Int, columns: Int) {
    readAvailable()
    screen.resize(rows: rows, columns: columns)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(keyboard, UInt(TIOCSWINSZ), &size)
  }

  /// Stops all output to the terminal, as another program on it may.
  public func stopOutput() { tcflow(holder, TCOOFF) }

  /// Writes as much to the terminal as it takes unread, as another program on it may.
  public func fill(with text: String) {
    let (bytes, flags) = (Array(text.utf8), fcntl(holder, F_GETFL))
    _ = fcntl(holder, F_SETFL, flags | O_NONBLOCK)
    while write(holder, bytes, bytes.count) > 0 {}
    _ = fcntl(holder, F_SETFL, flags)
  }

  /// Reads what is written to the terminal until `condition` holds.
  public func wait(within seconds: Double = 60, for what: String, until condition: (PseudoTerminal) -> Bool) throws {
    let end = Date().addingTimeInterval(seconds)
    while true {
      readAvailable()
      if condition(self) { return }
      guard Date() < end else {
        throw NotSeen(description: "\(what) was not seen; on the screen:\n\(screen.lines.joined(separator: "\n"))")
      }
      var entry = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
      _ = poll(&entry, 1, 20)
    }
  }

  /// Reads until the text stands on the screen that is shown.
  public func waitForText(_ text: String, within seconds: Double = 60) throws {
    try wait(within: seconds, for: text) { $0.screen.lines.joined(separator: "\n").contains(text) }
  }

  /// The terminal's mode.
  public var mode: termios {
    var mode = termios()
    tcgetattr(holder, &mode)
    return mode
  }

  /// Whether the terminal echoes keys and edits lines by itself, as a shell leaves it.
  public var isCooked: Bool {
    let flags = mode.c_lflag
    return flags & tcflag_t(ECHO) != 0 && flags & tcflag_t(ICANON) != 0
  }

  private func readAvailable() {
    var entry = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, 0) > 0, entry.revents & Int16(POLLIN) != 0 {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(keyboard, &bytes, bytes.count)
      guard count > 0 else { return }
      transcript += bytes[..<count]
      screen.feed(Array(bytes[..<count]))
    }
  }
}
