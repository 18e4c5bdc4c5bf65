internal import Glibc
internal import SecretMemory
internal import ServerAPI

/// Reads a password from a descriptor into secret memory: the first line, without its end.
enum PasswordInput {
  /// - Throws: ``CommandFailure``.
  static func read(from descriptor: Int32 = 0) throws -> SecretBytes {
    let limits = ServerLimits.passwordByteCount
    // Room for the longest password, CR LF, and one byte that shows it was longer.
    let secret = try SecretBytes(capacity: limits.upperBound + 3) { (buffer) throws(CommandFailure) in
      try line(descriptor, into: buffer)
    }
    guard limits.contains(secret.count) else {
      throw CommandFailure(
        .badData,
        "a password has \(limits.lowerBound) to \(limits.upperBound) bytes; give it as the first line of standard input"
      )
    }
    return secret
  }

  private static func line(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(CommandFailure)
    -> Int
  {
    var count = 0
    while count < buffer.count {
      // One byte at a time: what follows the line is not ours.
      let result = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, 1)
      if result < 0, errno == EINTR { continue }
      guard result >= 0 else {
        throw CommandFailure(.badData, "standard input can't be read: \(String(cString: strerror(errno)))")
      }
      if result == 0 || buffer[count] == UInt8(ascii: "\n") { break }
      count += 1
    }
    return count > 0 && buffer[count - 1] == UInt8(ascii: "\r") ? count - 1 : count
  }
}
