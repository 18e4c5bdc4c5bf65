internal import Glibc
internal import LinuxSystem
internal import SecretMemory

/// The terminal that controls the process, `/dev/tty`, opened for itself: redirected standard streams don't matter, and
/// making it non-blocking affects nobody else.
public final class TerminalDevice {
  /// The open terminal.
  let descriptor: Int32

  /// How long a terminal may take to accept output, in seconds; one that is stopped or hung accepts none.
  static let writeDeadlineSeconds = 2.0
  /// How long it may take over all of a long text, in seconds.
  private static let longDeadlineSeconds = 60.0
  /// How long a text is written before what happens meanwhile ends it, in seconds.
  private static let unhurriedSeconds = 1.0
  /// ST, which ends a picture that was written in part (ECMA-48, 8.3.143).
  private static let stringTerminator = "\u{1B}\\"

  /// Opens the terminal at `path`.
  ///
  /// - Throws: ``TerminalError/noTerminal``.
  public init(path: String = "/dev/tty") throws(TerminalError) {
    descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .noTerminal }
    guard isatty(descriptor) == 1 else { throw .noTerminal }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Whether the process has a terminal and is in its foreground, so that a person can be asked.
  public static var isAvailable: Bool {
    do throws(TerminalError) { return try TerminalDevice().isForeground } catch { return false }
  }

  /// A process in the background would be stopped when it changed the terminal's mode.
  private var isForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

  /// Rows and columns; 24 by 80 where the terminal does not report them.
  var size: (rows: Int, columns: Int) { Self.size(of: descriptor) ?? (24, 80) }

  /// Rows and columns of the terminal behind `descriptor`; nil when it is no terminal or does not report them.
  static func size(of descriptor: Int32) -> (rows: Int, columns: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// The pixels of a cell of the terminal behind `descriptor`; nil when it is no terminal or does not report them.
  static func cellSize(of descriptor: Int32) -> (width: Int, height: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0, size.ws_xpixel > 0,
      size.ws_ypixel > 0
    else { return nil }
    return (Int(size.ws_xpixel / size.ws_col), Int(size.ws_ypixel / size.ws_row))
  }

  /// Writes control sequences or text that is no secret.
  func write(_ text: String) throws(TerminalError) {
    let bytes = Array(text.utf8)
    let outcome = bytes.withUnsafeBytes { buffer in
      Result { () throws(TerminalError) in try write(buffer) }
    }
    try outcome.get()
  }

  /// Writes control sequences where the terminal still accepts them.
  ///
  /// - Returns: whether it did.
  @discardableResult
  func writeIfPossible(_ text: String) -> Bool {
    do throws(TerminalError) {
      try write(text)
      return true
    } catch { return false }
  }

  /// Writes control sequences that have to arrive. Where the terminal takes nothing more, be it stopped, hung or filled by another program,
  /// what it has not taken yet is dropped, so that there is room for these once it goes on.
  ///
  /// - Parameter short: takes the place of the text then; nil for the text itself.
  func writeLast(_ text: String, orShort short: String? = nil) {
    guard !writeIfPossible(text) else { return }
    tcflow(descriptor, TCOON)
    tcflush(descriptor, TCOFLUSH)
    writeIfPossible(Self.cancel + (short ?? text))
  }

  /// CAN, which ends a control sequence of which the rest was dropped (ECMA-48, 8.3.6).
  private static let cancel = "\u{18}"

  /// Writes what lies in secret memory.
  func write(_ secret: borrowing SecretBytes) throws(TerminalError) {
    try secret.withUnsafeBytes { (bytes) throws(TerminalError) in try write(bytes) }
  }

  /// What can be read of the keys that were pressed.
  enum Input: Equatable {
    /// One byte of a key.
    case byte(UInt8)
    /// Nothing for now.
    case nothing
    /// The terminal has gone.
    case closed
  }

  /// Reads one byte; no more, so that what is typed stays in the kernel or in secret memory.
  func read() throws(TerminalError) -> Input {
    var byte: UInt8 = 0
    while true {
      switch Glibc.read(descriptor, &byte, 1) {
      case 1: return .byte(byte)
      case 0: return .closed
      default:
        switch errno {
        case EAGAIN: return .nothing
        case EIO: return .closed
        case EINTR: continue
        default: throw .system(SystemError("read from the terminal"))
        }
      }
    }
  }

  /// Writes all of `bytes`, within one deadline.
  func write(_ bytes: UnsafeRawBufferPointer) throws(TerminalError) {
    let deadline = Deadline.after(seconds: Self.writeDeadlineSeconds)
    var done = 0
    while done < bytes.count { try write(bytes, &done, until: deadline) }
  }

  /// Writes text that is no secret and may be long, as a picture is: each step of the terminal has a deadline of its own, so that
  /// a slow one gets all of it, and the whole has one, too.
  ///
  /// - Parameters:
  ///   - stepSeconds: how long the terminal may take to accept more.
  ///   - unhurriedSeconds: for how long nothing else is looked at.
  ///   - signals: what ends the writing afterwards, as a key does.
  /// - Returns: whether all of it was written.
  /// - Throws: ``TerminalError/stalled``, ``TerminalError/slow``.
  func writeLong(
    _ text: String, stepSeconds: Double = TerminalDevice.writeDeadlineSeconds,
    unhurriedSeconds: Double = TerminalDevice.unhurriedSeconds, unless signals: borrowing SignalDescriptor
  ) throws(TerminalError) -> Bool {
    let bytes = Array(text.utf8)
    let (whole, hurry) = (Deadline.after(seconds: Self.longDeadlineSeconds), Deadline.after(seconds: unhurriedSeconds))
    let outcome = bytes.withUnsafeBytes { buffer in
      Result { () throws(TerminalError) in
        var done = 0
        while done < buffer.count {
          if hurry.hasPassed, try Poll.isReadable([signals.descriptor, descriptor]) { return false }
          if whole.hasPassed { throw .slow }
          try write(buffer, &done, until: min(whole, .after(seconds: stepSeconds)))
        }
        return true
      }
    }
    let isWritten = try outcome.get()
    if !isWritten { writeIfPossible(Self.stringTerminator) }
    return isWritten
  }

  /// Writes some of what is left, or waits until the terminal takes more.
  private func write(
    _ bytes: UnsafeRawBufferPointer, _ done: inout Int, until deadline: Deadline
  ) throws(TerminalError) {
    let count = Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
    if count >= 0 {
      done += count
    } else if errno == EAGAIN {
      do throws(TerminalError) { try Poll.wait(for: POLLOUT, on: descriptor, until: deadline) } catch {
        throw error == .timedOut ? .stalled : error
      }
    } else if errno != EINTR {
      throw .system(SystemError("write to the terminal"))
    }
  }
}
