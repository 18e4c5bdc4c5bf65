import Glibc
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
    var (own, other) = (address(source, 0), address("127.0.0.1", port))
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafePointer(to: &own) { own in
      own.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
    }
    let isConnected =
      isOpen
      && withUnsafePointer(to: &other) { other in
        other.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
      }
    if !isConnected { Glibc.close(descriptor) }
    try #require(isConnected, "errno \(errno)")
    return descriptor
  }

  private static func address(_ text: String, _ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr(text)
    return address
  }
}
