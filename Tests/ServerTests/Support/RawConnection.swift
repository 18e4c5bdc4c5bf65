import Glibc
import NIOCore
import NIOPosix

/// A TCP connection that sends what it is told to, HTTP or not. It blocks, so it runs on NIO's threads for that.
struct RawConnection {
  struct Failure: Error {
    let call: String
    let code: Int32
  }

  /// Sends `text`, then reads until the server closes.
  ///
  /// - Parameters:
  ///   - endsOutput: closes our half after sending.
  ///   - drip: sent again and again, a piece every 50 ms, for as long as the server reads.
  static func exchange(
    _ port: Int, _ text: String, endsOutput: Bool = false, drip: String? = nil
  ) async throws -> String {
    try await NIOThreadPool.singleton.runIfActive {
      let descriptor = try connected(port)
      defer { close(descriptor) }
      try sendAll(descriptor, text)
      if endsOutput { shutdown(descriptor, Int32(SHUT_WR)) }
      return try readToEnd(descriptor, drip: drip)
    }
  }

  /// Sends `text`, reads what comes first, and closes.
  static func beginning(_ port: Int, _ text: String) async throws -> String {
    try await NIOThreadPool.singleton.runIfActive {
      let descriptor = try connected(port)
      defer { close(descriptor) }
      try sendAll(descriptor, text)
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      var buffer = [UInt8](repeating: 0, count: 4096)
      guard poll(&waiting, 1, 20_000) > 0 else { throw Failure(call: "poll", code: ETIMEDOUT) }
      return String(decoding: buffer[..<max(0, recv(descriptor, &buffer, buffer.count, 0))], as: UTF8.self)
    }
  }

  /// Sends `text` and reads nothing, until the server resets the connection.
  ///
  /// - Returns: the port that it was sent from.
  static func resetUnread(_ port: Int, _ text: String) async throws -> Int {
    try await NIOThreadPool.singleton.runIfActive {
      let descriptor = try connected(port)
      defer { close(descriptor) }
      try sendAll(descriptor, text)
      // An orderly end would stand behind all that was not read, and is no event of these.
      var waiting = pollfd(fd: descriptor, events: 0, revents: 0)
      guard poll(&waiting, 1, 20_000) > 0 else { throw Failure(call: "poll", code: ETIMEDOUT) }
      var (error, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
      getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
      guard error == ECONNRESET else { throw Failure(call: "the connection was not reset", code: error) }
      return try ownPort(descriptor)
    }
  }

  private static func ownPort(_ descriptor: Int32) throws -> Int {
    // Whichever module has the layout of an address: the port is its second field.
    var address = [UInt8](repeating: 0, count: 128)
    var size = socklen_t(address.count)
    let result = address.withUnsafeMutableBytes {
      getsockname(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, &size)
    }
    guard result == 0 else { throw Failure(call: "getsockname", code: errno) }
    return Int(address[2]) << 8 | Int(address[3])
  }

  private static func connected(_ port: Int) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
    let result = try SocketAddress(ipAddress: "127.0.0.1", port: port).withSockAddr { address, size in
      connect(descriptor, address, socklen_t(size))
    }
    guard result == 0 else {
      close(descriptor)
      throw Failure(call: "connect", code: errno)
    }
    return descriptor
  }

  private static func sendAll(_ descriptor: Int32, _ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      // The server may have closed already; its answer is still to be read.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func readToEnd(_ descriptor: Int32, drip: String?) throws -> String {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    let deadline = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < deadline {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 50) > 0 else {
        if let drip { try sendAll(descriptor, drip) }
        continue
      }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return String(decoding: received, as: UTF8.self) }
      received += buffer[..<count]
    }
    throw Failure(call: "the server never closed the connection", code: ETIMEDOUT)
  }
}
