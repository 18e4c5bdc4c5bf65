#if Postgres
internal import Foundation
internal import Glibc
internal import ProcessTesting

/// Passes connections on to a server's socket, holds back what either side says, and cuts after so many bytes of it. The one of
/// `NetworkTesting` counts both sides together and needs SwiftNIO, which this build has no other use for.
public final class CuttingProxy: @unchecked Sendable {
  // Proof for @unchecked: `state` is touched only while `condition` is locked; the rest is never changed.
  private let condition = NSCondition()
  private var state = State()
  private let listener: Int32
  private let target: String
  /// The port of the loopback interface on which it listens.
  public let port: Int

  /// Who says something.
  public enum Side: Sendable { case client, server }

  private struct State {
    var isClosed = false
    var held: Set<Side> = []
    var passed: [Side: Int] = [:]
    var limits: [Side: Int] = [:]
    var stalls: [Side: Int] = [:]
    var connections: [Int32] = []

    func isStalled(_ side: Side) -> Bool { stalls[side].map { passed[side, default: 0] >= $0 } ?? false }
  }

  /// Begins to pass on to a server.
  public init(to cluster: PrivateCluster) throws {
    target = "\(cluster.directory)/.s.PGSQL.\(cluster.port)"
    (listener, port) = try FreePort.listen()
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0, !withState({ $0.isClosed }) else { return }
        join(client)
      }
    }
  }

  /// An address that leads through it.
  public func address(as user: String = "owner", database: String = "postgres") throws -> String {
    "host=127.0.0.1 port=\(port) user=\(user) dbname=\(database) password=\(PrivateCluster.quotedPassword) sslmode=disable"
  }

  /// Holds back what a side says from now on, or lets it pass again.
  public func hold(_ side: Side, _ isHeld: Bool = true) {
    withState { state in
      if isHeld { state.held.insert(side) } else { state.held.remove(side) }
    }
  }

  /// Cuts all connections when a side has said so many bytes from now on; nil for never. Counts anew.
  public func cut(after bytes: Int?, from side: Side) {
    withState { state in
      state.passed = [:]
      state.limits = [:]
      state.stalls = [:]
      state.limits[side] = bytes
    }
  }

  /// Holds a side back once it has said so many bytes from now on; nil for never. Counts anew.
  public func stall(after bytes: Int?, from side: Side) {
    withState { state in
      state.passed = [:]
      state.limits = [:]
      state.stalls = [:]
      state.stalls[side] = bytes
    }
  }

  /// How many bytes of a side have passed since it counts.
  public func passed(from side: Side) -> Int { withState { $0.passed[side, default: 0] } }

  /// Cuts all connections.
  public func cutAll() {
    withState { state in
      for descriptor in state.connections { shutdown(descriptor, Int32(SHUT_RDWR)) }
      state.connections = []
    }
  }

  /// Takes no more connections, and cuts those there are.
  public func close() {
    withState { $0.isClosed = true }
    shutdown(listener, Int32(SHUT_RDWR))
    // What is held back must not come through at the end.
    cutAll()
    withState { ($0.held, $0.stalls) = ([], [:]) }
  }

  deinit { Glibc.close(listener) }

  @discardableResult
  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return body(&state)
  }

  private func join(_ client: Int32) {
    let server = UnixSocket.connect(target)
    guard server >= 0 else {
      Glibc.close(client)
      return
    }
    withState { $0.connections += [client, server] }
    let ends = Ends(client, server)
    Thread.detachNewThread { [self] in pump(from: client, to: server, .client, ends) }
    Thread.detachNewThread { [self] in pump(from: server, to: client, .server, ends) }
  }

  /// Both descriptors, closed when neither direction needs them any more.
  private final class Ends: Sendable {
    private let (client, server): (Int32, Int32)
    init(_ client: Int32, _ server: Int32) { (self.client, self.server) = (client, server) }
    func cut() {
      shutdown(client, Int32(SHUT_RDWR))
      shutdown(server, Int32(SHUT_RDWR))
    }
    deinit {
      Glibc.close(client)
      Glibc.close(server)
    }
  }

  private func pump(from source: Int32, to sink: Int32, _ side: Side, _ ends: Ends) {
    defer {
      ends.cut()
      withState { $0.connections.removeAll { $0 == source || $0 == sink } }
    }
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = read(source, &buffer, buffer.count)
      guard count > 0 else { return }
      var sent = 0
      while sent < count {
        let (allowed, isLast) = allow(count - sent, side)
        let end = sent + allowed
        while sent < end {
          let written = buffer.withUnsafeBytes { send(sink, $0.baseAddress! + sent, end - sent, Int32(MSG_NOSIGNAL)) }
          guard written > 0 else { return }
          sent += written
        }
        if isLast { return }
      }
    }
  }

  /// Waits while the side is held back.
  ///
  /// - Returns: how many of its bytes may pass, and whether none may after them. Bytes that passed before a limit was set never reach it.
  private func allow(_ count: Int, _ side: Side) -> (count: Int, isLast: Bool) {
    condition.lock()
    defer { condition.unlock() }
    while state.held.contains(side) || state.isStalled(side) { condition.wait() }
    let passed = state.passed[side, default: 0]
    let rest = [state.limits[side], state.stalls[side]].compactMap { $0 }.map { max(0, $0 - passed) }
    let allowed = rest.reduce(count, min)
    state.passed[side] = passed + allowed
    return (allowed, state.limits[side].map { passed + allowed >= $0 } ?? false)
  }
}

private enum UnixSocket {
  /// A socket that is connected with a path; -1 when it can't be.
  static func connect(_ path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      close(descriptor)
      return -1
    }
    return descriptor
  }
}
#endif
