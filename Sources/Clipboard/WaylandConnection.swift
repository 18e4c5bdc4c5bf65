internal import AgentAPI
internal import Glibc
internal import LinuxSystem

/// A connection to a Wayland compositor: messages there and back, with the descriptors that come along.
final class WaylandConnection {
  let descriptor: Int32
  private var arrived: [UInt8] = []
  private var files: [Int32] = []
  private var lastID: UInt32 = 1

  /// How long the compositor may take, in seconds.
  private static let patienceSeconds = 3.0
  /// The object that is always there.
  static let display: UInt32 = 1

  /// Takes over a connection that is there.
  init(connected descriptor: Int32) { self.descriptor = descriptor }

  /// Connects to the compositor that the environment names.
  init(environment: [String: String]) throws(ClipboardError) {
    guard let name = environment["WAYLAND_DISPLAY"], !name.isEmpty else { throw .unavailable("there is no compositor") }
    let directory = environment["XDG_RUNTIME_DIR"] ?? ""
    let path = name.hasPrefix("/") ? name : "\(directory)/\(name)"
    do throws(SystemError) { descriptor = try UnixSocket.connect(to: path) } catch {
      throw .unavailable("the Wayland compositor can't be reached")
    }
  }

  deinit {
    for file in files { close(file) }
    close(descriptor)
  }

  /// A name for a new object.
  func newID() -> UInt32 {
    lastID += 1
    return lastID
  }

  func send(_ message: WaylandMessage) throws(ClipboardError) {
    var rest = message.bytes[...]
    let deadline = Deadline.after(seconds: Self.patienceSeconds)
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count > 0 { rest = rest.dropFirst(count) }
      if count < 0, errno == EAGAIN {
        try wait(for: POLLOUT, until: deadline)
      } else if count < 0, errno != EINTR {
        throw .gone
      }
    }
  }

  /// The next message; nil when there is none now.
  func poll() throws(ClipboardError) -> WaylandMessage? {
    while true {
      if let message = try WaylandMessage(takingFrom: &arrived) { return try checked(message) }
      guard try receive() else { return nil }
    }
  }

  /// Waits until the compositor has dealt with all that was sent.
  ///
  /// - Parameter handle: is given what comes meanwhile.
  func synchronize(_ handle: (WaylandMessage) throws(ClipboardError) -> Void) throws(ClipboardError) {
    let callback = newID()
    try send(WaylandMessage(to: Self.display, 0).adding(callback))
    let deadline = Deadline.after(seconds: Self.patienceSeconds)
    while true {
      while let message = try poll() {
        if message.object == callback { return }
        try handle(message)
      }
      try wait(for: POLLIN, until: deadline)
    }
  }

  private func wait(for event: Int32, until deadline: Deadline) throws(ClipboardError) {
    var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    while true {
      let count = Glibc.poll(&entry, 1, deadline.pollTimeout)
      if count > 0 { return }
      // A process that was stopped and goes on is interrupted.
      guard count < 0, errno == EINTR, !deadline.hasPassed else { throw .gone }
    }
  }

  /// The next descriptor that came along.
  func nextFile() -> Int32? { files.isEmpty ? nil : files.removeFirst() }

  /// An error of the display ends it.
  private func checked(_ message: WaylandMessage) throws(ClipboardError) -> WaylandMessage {
    guard message.object != Self.display || message.opcode != 0 else { throw .gone }
    return message
  }

  /// - Returns: whether something came.
  private func receive() throws(ClipboardError) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count: Int?
    do throws(SystemError) { count = try DescriptorSocket.receive(&bytes, &files, from: descriptor) } catch {
      throw .gone
    }
    guard let count else { return false }
    guard count > 0, arrived.count < 2 * WaylandMessage.maximumByteCount else { throw .gone }
    arrived += bytes[..<count]
    return true
  }
}

extension ClipboardError {
  static let gone = ClipboardError.lost("the Wayland compositor is gone")
}
