internal import Glibc
internal import LinuxSystem
public import SecretMemory

/// A standard stream that output goes to.
public struct OutputStream: Sendable {
  /// The descriptor written to.
  public let descriptor: Int32
  /// Whether it is a terminal.
  public let isTerminal: Bool
  /// Colours, where they are wanted.
  public let style: Style

  /// Describes the stream behind `descriptor`.
  public init(descriptor: Int32, environment: [String: String]) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    style = Style(descriptor: descriptor, environment: environment)
  }

  /// The terminal's columns; nil when it is none.
  public var columns: Int? { TerminalDevice.size(of: descriptor)?.columns }

  /// The terminal's rows; nil when it is none.
  public var rows: Int? { TerminalDevice.size(of: descriptor)?.rows }

  /// The pixels of a cell; nil when it is no terminal, or one that does not say.
  public var cellSize: (width: Int, height: Int)? { TerminalDevice.cellSize(of: descriptor) }

  /// Writes bytes as they are.
  public func write(_ bytes: [UInt8]) throws(TerminalError) {
    let outcome = bytes.withUnsafeBytes { buffer in
      Result { () throws(TerminalError) in try write(buffer) }
    }
    try outcome.get()
  }

  /// Writes text as it is; whoever has it from others escapes it before.
  ///
  /// - Throws: ``TerminalError/system(_:)``, for instance with `EPIPE` when the reader has gone.
  public func write(_ text: String) throws(TerminalError) {
    try write(Array(text.utf8))
  }

  /// Writes text where somebody still reads it: for error output, whose loss can't be reported.
  ///
  /// - Returns: whether it came out.
  @discardableResult
  public func writeIfPossible(_ text: String) -> Bool {
    do throws(TerminalError) {
      try write(text)
      return true
    } catch { return false }
  }

  /// Writes a line.
  public func line(_ text: String) throws(TerminalError) { try write(text + "\n") }

  /// Writes exactly the secret's bytes.
  public func writeExactly(_ secret: borrowing SecretBytes) throws(TerminalError) {
    try secret.withUnsafeBytes { (bytes) throws(TerminalError) in try write(bytes) }
  }

  /// Writes the secret with everything dangerous as escapes, for a terminal.
  public func writeEscaped(_ secret: borrowing SecretBytes) throws(TerminalError) {
    let rendered: SharedSecret
    do { rendered = try EscapedText.render(secret, keeping: .lines).text } catch { throw .system(error) }
    try writeExactly(rendered.bytes)
  }

  /// Hands the secret to the terminal for its clipboard (OSC 52). A terminal that takes none ignores it, and none says which it did.
  public func writeToClipboard(_ secret: borrowing SecretBytes) throws(TerminalError) {
    let sequence: SharedSecret
    do { sequence = try ClipboardSequence.render(secret) } catch { throw .system(error) }
    try writeExactly(sequence.bytes)
  }

  /// Whether a terminal of this name reads control sequences of strings to their end; others print what they don't know.
  public static func readsStrings(term: String?) -> Bool {
    AlternateScreen.exists(term: term)
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(TerminalError) {
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if count >= 0 {
        done += count
      } else if errno == EAGAIN {
        try Poll.wait(for: POLLOUT, on: descriptor, until: .none)
      } else if errno != EINTR {
        throw .system(SystemError("write"))
      }
    }
  }
}
