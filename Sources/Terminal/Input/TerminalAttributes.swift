internal import Glibc
internal import LinuxSystem

/// Asks a terminal once what it can do (Primary Device Attributes, `CSI c`), for what its environment does not say.
public enum TerminalAttributes {
  /// How long the terminal may take to answer, in seconds. Over a slow line it counts as one that does not.
  public static let deadlineSeconds = 0.2
  /// The most bytes that are read for an answer.
  private static let maximumByteCount = 256

  /// Whether the terminal says that it shows Sixel pictures.
  ///
  /// Only for who shows a ``LiveScreen`` next: what is typed meanwhile is dropped as before every one of those, and an answer that is
  /// late comes to that screen, to which it means nothing.
  ///
  /// - Parameter seconds: how long the terminal may take to answer.
  public static func showSixel(
    at device: TerminalDevice, within seconds: Double = deadlineSeconds
  ) throws(TerminalError) -> Bool {
    let signals: SignalDescriptor
    do { signals = try SignalDescriptor(TerminationSignals.ending + [SIGTSTP]) } catch { throw .system(error) }
    return try ask(device, signals, .after(seconds: seconds))
  }

  // A function of its own, so that the mode is restored before the signals come through again.
  private static func ask(
    _ device: TerminalDevice, _ signals: borrowing SignalDescriptor, _ deadline: Deadline
  ) throws(TerminalError) -> Bool {
    let mode = try RawMode(device, leaving: "")
    defer { withExtendedLifetime(mode) {} }
    try device.write("\u{1B}[c")
    var answer = AttributesAnswer()
    for _ in 0..<maximumByteCount {
      switch try device.read() {
      case .byte(let byte): if let showsSixel = answer.append(byte) { return showsSixel }
      case .closed: return false
      case .nothing:
        do throws(TerminalError) { try Poll.wait(for: POLLIN, on: device.descriptor, until: deadline) } catch {
          guard error == .timedOut else { throw error }
          return false
        }
      }
    }
    return false
  }
}

/// The answer to `CSI c`, `CSI ? Pl ; Pa ; … c`, among whatever else comes; of one size.
struct AttributesAnswer {
  private enum State { case ground, escape, bracket, numbers }

  private static let sixel = 4
  private static let maximumNumber = 9999

  private var state = State.ground
  private var number = 0
  /// Which of the numbers the next digit is of, counted from 0: the first is the kind of terminal.
  private var place = 0
  private var hasSixel = false

  /// Reads the next byte.
  ///
  /// - Returns: whether Sixel is among the attributes, once the answer is complete; nil before.
  mutating func append(_ byte: UInt8) -> Bool? {
    switch (state, byte) {
    case (_, 0x1B): state = .escape
    case (.escape, UInt8(ascii: "[")): state = .bracket
    case (.bracket, UInt8(ascii: "?")): (state, number, place, hasSixel) = (.numbers, 0, 0, false)
    case (.numbers, 0x30...0x39): number = min(number * 10 + Int(byte - 0x30), Self.maximumNumber)
    case (.numbers, UInt8(ascii: ";")): endNumber()
    case (.numbers, UInt8(ascii: "c")):
      endNumber()
      return hasSixel
    default: state = .ground
    }
    return nil
  }

  private mutating func endNumber() {
    if place > 0, number == Self.sixel { hasSixel = true }
    (number, place) = (0, 1)
  }
}
