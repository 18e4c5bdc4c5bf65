internal import Glibc
internal import LinuxSystem

/// The terminal without echo and line editing of its own, until the value ends; keys like Ctrl-C still make signals.
///
/// Output flow control is off, so that nobody's Ctrl-S can hold back the wiping of a screen. What was typed before, and
/// what remains unread, is dropped: it was meant for something else.
struct RawMode: ~Copyable {
  private let device: TerminalDevice
  private let saved: termios
  private let leaving: String
  private let crash: CrashCleanup

  /// Changes the mode.
  ///
  /// - Parameters:
  ///   - leaving: control sequences for the end, written while the mode is still raw.
  ///   - wipesAtCrash: whether a crash, too, blanks all cells before it leaves.
  init(_ device: TerminalDevice, leaving: String, wipesAtCrash: Bool = false) throws(TerminalError) {
    var mode = termios()
    guard tcgetattr(device.descriptor, &mode) == 0 else { throw .system(SystemError("tcgetattr")) }
    let saved = mode
    mode.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
    mode.c_lflag |= tcflag_t(ISIG)
    mode.c_iflag &= ~tcflag_t(IXON | IXOFF | INLCR | IGNCR | ISTRIP)
    mode.c_iflag |= tcflag_t(ICRNL)
    guard Self.set(&mode, device.descriptor) else { throw .system(SystemError("tcsetattr")) }
    self.saved = saved
    self.device = device
    self.leaving = leaving
    crash = CrashCleanup(device.descriptor, mode: saved, leaving: leaving, isWiped: wipesAtCrash)
  }

  deinit {
    // A terminal that has gone accepts neither, and nobody is left to report it to.
    device.writeLast(leaving)
    var mode = saved
    _ = Self.set(&mode, device.descriptor)
  }

  /// Sets a mode at once, and drops what was typed before. TCSAFLUSH would wait for the terminal to take all output, which one that is
  /// stopped never does.
  private static func set(_ mode: inout termios, _ descriptor: Int32) -> Bool {
    guard tcsetattr(descriptor, TCSANOW, &mode) == 0 else { return false }
    tcflush(descriptor, TCIFLUSH)
    return true
  }
}
