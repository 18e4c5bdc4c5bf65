internal import Glibc

/// What is done to the terminal when this process crashes in raw mode: all cells blanked, the main screen and the mode back.
///
/// A crash can't be waited for as other signals are. So a handler does it, with nothing but `write(2)`, `poll(2)`, `ioctl(2)`,
/// `tcflow(3)`, `tcflush(3)` and `tcsetattr(3)` on what was prepared before; then the signal takes its course. One at a time: a later one takes its place.
final class CrashCleanup {
  private struct State {
    let descriptor: Int32
    var mode: termios
    let isWiped: Bool
    let leaving: UnsafeMutableBufferPointer<UInt8>
  }

  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
  // Proof for unsafe: the client has one thread, and the handler reads a whole pointer.
  nonisolated(unsafe) private static var current: UnsafeMutablePointer<State>?
  /// A row to be blanked, and the way to the next.
  nonisolated(unsafe) private static let blanks: UnsafeMutableBufferPointer<UInt8> = {
    let blanks = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 256)
    blanks.initialize(repeating: 0x20)
    return blanks
  }()
  nonisolated(unsafe) private static let home = copy("\u{1B}[0m\u{1B}[H")
  nonisolated(unsafe) private static let nextRow = copy("\u{1B}[1B\r")
  /// CAN ends a sequence of which the rest was dropped.
  nonisolated(unsafe) private static let cleared = copy("\u{18}\u{1B}[2J\u{1B}[H")

  private let state: UnsafeMutablePointer<State>
  private var previousActions: [(signal: Int32, action: sigaction)] = []

  /// From here on a crash leaves the terminal as it was.
  ///
  /// - Parameters:
  ///   - mode: the terminal's mode from before.
  ///   - leaving: control sequences that bring the main screen back.
  ///   - isWiped: whether the cells are blanked first.
  init(_ descriptor: Int32, mode: termios, leaving: String, isWiped: Bool) {
    state = .allocate(capacity: 1)
    state.initialize(to: State(descriptor: descriptor, mode: mode, isWiped: isWiped, leaving: Self.copy(leaving)))
    // What the handler uses is there before it.
    _ = (Self.blanks, Self.home, Self.nextRow, Self.cleared)
    Self.current = state
    for signal in Self.signals {
      var action = sigaction()
      var before = sigaction()
      action.__sigaction_handler.sa_handler = { CrashCleanup.handle($0) }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER
      // One that can't be set ends the process as it would without.
      if sigaction(signal, &action, &before) == 0 { previousActions.append((signal, before)) }
    }
  }

  deinit {
    if Self.current == state {
      for (signal, var action) in previousActions { sigaction(signal, &action, nil) }
      Self.current = nil
    }
    state.pointee.leaving.deallocate()
    state.deallocate()
  }

  private static func copy(_ text: String) -> UnsafeMutableBufferPointer<UInt8> {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = copy.initialize(from: text.utf8)
    return copy
  }

  private static func handle(_ number: Int32) {
    if let state = current {
      if state.pointee.isWiped { wipe(state.pointee.descriptor) }
      put(state.pointee.leaving, state.pointee.leaving.count, state.pointee.descriptor)
      tcsetattr(state.pointee.descriptor, TCSANOW, &state.pointee.mode)
    }
    // The default is in place again.
    raise(number)
  }

  private static func wipe(_ descriptor: Int32) {
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0 && size.ws_col > 0
    var isTaken = put(home, home.count, descriptor)
    for _ in 0..<(isKnown ? min(Int(size.ws_row), 1000) : 24) where isTaken {
      var columns = isKnown ? min(Int(size.ws_col), 4000) : 80
      while columns > 0, isTaken {
        isTaken = put(blanks, min(columns, blanks.count), descriptor)
        columns -= blanks.count
      }
      isTaken = isTaken && put(nextRow, nextRow.count, descriptor)
    }
    if !isTaken {
      // As ``TerminalDevice/writeLast(_:orShort:)``.
      tcflow(descriptor, TCOON)
      tcflush(descriptor, TCOFLUSH)
    }
    put(cleared, cleared.count, descriptor)
  }

  /// Writes what the terminal accepts, and gives up when it accepts nothing for a while.
  ///
  /// - Returns: whether it has accepted all.
  @discardableResult
  private static func put(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ count: Int, _ descriptor: Int32) -> Bool {
    var done = 0
    while done < count, let start = bytes.baseAddress {
      let written = write(descriptor, start + done, count - done)
      if written > 0 {
        done += written
      } else if errno != EINTR {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard errno == EAGAIN, poll(&entry, 1, 500) > 0 else { return false }
      }
    }
    return true
  }
}
