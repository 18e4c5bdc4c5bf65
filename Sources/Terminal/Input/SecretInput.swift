internal import Glibc
public import LinuxSystem
public import SecretMemory

/// Reads secrets from a pipe or file that a person has redirected.
public enum SecretInput {
  /// Reads one line, byte by byte, so that whatever follows stays for the next reader, and straight into secret memory.
  ///
  /// - Returns: the line without its newline; nil when there is nothing more.
  /// - Throws: ``TerminalError/tooLong(maximum:)``, ``TerminalError/timedOut``.
  public static func line(
    from descriptor: Int32, maximum: Int, deadline: Deadline
  ) throws(TerminalError) -> SecretBytes? {
    var buffer = try secret(maximum)
    var count = 0
    while true {
      guard let byte = try byte(from: descriptor, deadline) else { return count == 0 ? nil : try cut(buffer, count) }
      if byte == 0x0A { return try cut(buffer, count) }
      guard count < maximum else { throw .tooLong(maximum: maximum) }
      let position = count
      buffer.withUnsafeMutableBytes { $0[position] = byte }
      count += 1
    }
  }

  /// Reads everything, byte for byte.
  ///
  /// - Throws: ``TerminalError/tooLong(maximum:)``, ``TerminalError/timedOut``.
  public static func everything(
    from descriptor: Int32, maximum: Int, deadline: Deadline
  ) throws(TerminalError) -> SecretBytes {
    var buffer = try secret(maximum + 1)
    var count = 0
    while true {
      try Poll.wait(for: POLLIN, on: descriptor, until: deadline)
      let start = count
      let added = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + start, $0.count - start) }
      if added == 0 { return try cut(buffer, count) }
      if added > 0 {
        count += added
        guard count <= maximum else { throw .tooLong(maximum: maximum) }
      } else if errno != EINTR, errno != EAGAIN {
        throw .system(SystemError("read"))
      }
    }
  }

  private static func byte(from descriptor: Int32, _ deadline: Deadline) throws(TerminalError) -> UInt8? {
    var byte: UInt8 = 0
    while true {
      try Poll.wait(for: POLLIN, on: descriptor, until: deadline)
      let count = read(descriptor, &byte, 1)
      if count == 1 { return byte }
      if count == 0 { return nil }
      if errno != EINTR, errno != EAGAIN { throw .system(SystemError("read")) }
    }
  }

  private static func secret(_ count: Int) throws(TerminalError) -> SecretBytes {
    do { return try SecretBytes(count: count) } catch { throw .system(error) }
  }

  private static func cut(_ secret: borrowing SecretBytes, _ count: Int) throws(TerminalError) -> SecretBytes {
    do { return try secret.copy(0..<count) } catch { throw .system(error) }
  }
}
