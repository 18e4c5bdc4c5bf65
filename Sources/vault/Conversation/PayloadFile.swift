internal import AgentAPI
internal import Glibc
internal import Localization

/// A payload to push, or a message, from a file or standard input.
enum PayloadFile {
  /// The most that is read: the server takes 4,096 bytes, and says so of more.
  private static let maximumByteCount = 16 << 10

  /// - Parameter path: `-` is standard input.
  /// - Throws: ``Failure`` when it can't be read, is too long or no text.
  static func read(_ path: String, _ context: CommandContext) throws -> String {
    guard path != "-" else { return try text(of: 0, "standard input") }
    let descriptor = open(context.absolute(path), O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else {
      throw Failure(
        .badData, "\(path) can't be opened: \(String(cString: strerror(errno))).", hint: "Give a file you may read.")
    }
    defer { close(descriptor) }
    return try text(of: descriptor, path)
  }

  private static func text(of descriptor: Int32, _ name: String) throws -> String {
    var bytes = [UInt8](repeating: 0, count: maximumByteCount + 1)
    var count = 0
    while count < bytes.count {
      let start = count
      let added = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start)
      }
      if added < 0, errno == EINTR { continue }
      guard added >= 0 else {
        throw Failure(.inputOutput, "\(name) can't be read: \(String(cString: strerror(errno))).")
      }
      if added == 0 { break }
      count += added
    }
    guard count <= maximumByteCount else {
      throw Failure(.badData, "\(name) is too long.", hint: "Payloads and messages have at most 4096 bytes.")
    }
    guard let text = String(validating: bytes.prefix(count), as: UTF8.self) else {
      throw Failure(.badData, "\(name) is not text in UTF-8.")
    }
    return text
  }
}
