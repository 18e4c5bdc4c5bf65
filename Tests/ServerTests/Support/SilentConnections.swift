import Glibc
import NIOCore
import NIOPosix
import Testing

/// Connections of one address that say nothing.
struct SilentConnections: Sendable {
  private let descriptors: [Int32]

  /// Opens so many, one after the other; each has come when the next is opened.
  init(_ count: Int, from source: String, to port: Int) throws {
    descriptors = try (0..<count).map { _ in try Self.connected(from: source, to: port) }
  }

  func close() { for descriptor in descriptors { Glibc.close(descriptor) } }

  /// How many the server has closed.
  var endedCount: Int {
    descriptors.count { descriptor in
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&waiting, 1, 0) > 0
    }
  }

  /// Waits until the server has closed so many.
  func waitForEnds(_ count: Int) async throws {
    try await NIOThreadPool.singleton.runIfActive {
      var waiting = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      while endedCount < count {
        // Those that have ended already would be told again and again.
        for index in waiting.indices where waiting[index].revents != 0 { waiting[index].fd = -1 }
        try #require(poll(&waiting, nfds_t(waiting.count), 30_000) > 0, "no more of them end")
      }
    }
  }

  private static func connected(from source: String, to port: Int) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try #require(descriptor >= 0)
    let isOpen = try SocketAddress(ipAddress: source, port: 0).withSockAddr { bind(descriptor, $0, socklen_t($1)) == 0 }
    let isConnected = try SocketAddress(ipAddress: "127.0.0.1", port: port).withSockAddr { address, size in
      isOpen && connect(descriptor, address, socklen_t(size)) == 0
    }
    if !isConnected { Glibc.close(descriptor) }
    try #require(isConnected, "errno \(errno)")
    return descriptor
  }
}
