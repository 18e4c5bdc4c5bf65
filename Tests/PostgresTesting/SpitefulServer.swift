#if Postgres
internal import Foundation
internal import Glibc
internal import Synchronization

/// Asks for the password in plain text, and says it back in an error, with control characters around it.
public final class SpitefulServer: Sendable {
  /// Where it listens.
  public let port: Int
  private let text = Mutex("")

  /// What it heard of the password message.
  public var heard: String { text.withLock { $0 } }

  /// Waits for one client.
  public init() throws {
    let (listener, port) = try FreePort.listen()
    self.port = port
    Thread.detachNewThread { [self] in
      let client = accept(listener, nil, nil)
      close(listener)
      defer { close(client) }
      var buffer = [UInt8](repeating: 0, count: 4_096)
      guard read(client, &buffer, buffer.count) > 0 else { return }
      // AuthenticationCleartextPassword.
      send([UInt8(ascii: "R"), 0, 0, 0, 8, 0, 0, 0, 3], to: client)
      let count = read(client, &buffer, buffer.count)
      guard count > 6 else { return }
      let password = String(decoding: buffer[5..<count - 1], as: UTF8.self)
      text.withLock { $0 = password }
      let message = "your password is \(password)\u{1B}[2J\u{202E}\n" + String(repeating: "\(password) ", count: 200)
      let fields = "SFATAL\0VFATAL\0C28P01\0M\(message)\0\0"
      let length = UInt32(fields.utf8.count + 4)
      send([UInt8(ascii: "E")] + withUnsafeBytes(of: length.bigEndian, Array.init) + Array(fields.utf8), to: client)
    }
  }

  private func send(_ bytes: [UInt8], to client: Int32) {
    _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}
#endif
