internal import Glibc
public import LinuxSystem
internal import Localization
public import SecretMemory
internal import Synchronization

/// One end of a connection between a client and the agent.
///
/// Any number of threads may send; a frame, or a message with its secret, never mixes with another's. One thread at a
/// time receives. Nothing is read ahead: after ``receive(deadline:)`` the socket holds whatever follows the frame, so a
/// secret goes from the kernel straight into secret memory.
public final class FrameChannel: Sendable {
  /// The socket, for `poll(2)`; the channel closes it.
  public let descriptor: Int32
  private let sending = Mutex(())
  private let isBroken = Atomic(false)

  /// Takes over a connected stream socket, blocking or not.
  public init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Sends a message.
  ///
  /// - Throws: ``ChannelError``; after a time-out in the middle of the frame every later call throws `closed`.
  public func send(_ message: some Encodable, deadline: Deadline) throws(ChannelError) {
    try send(Self.frame(message), secret: nil, deadline)
  }

  /// Sends a message and right behind it the secret it announces; nothing another thread sends comes between.
  public func send(
    _ message: some Encodable, secret: borrowing SecretBytes, deadline: Deadline
  ) throws(ChannelError) {
    let first = try Self.frame(message)
    let header = try FrameHeader(kind: .secret, count: secret.count).bytes
    try secret.withUnsafeBytes { (bytes) throws(ChannelError) in try send(first + header, secret: bytes, deadline) }
  }

  /// Sends a secret alone; its message must have gone before, from the only thread that sends.
  public func sendSecret(_ secret: borrowing SecretBytes, deadline: Deadline) throws(ChannelError) {
    let header = try FrameHeader(kind: .secret, count: secret.count).bytes
    try secret.withUnsafeBytes { (bytes) throws(ChannelError) in try send(header, secret: bytes, deadline) }
  }

  /// Receives the next frame.
  ///
  /// - Parameter frameSeconds: once a frame has begun it must be complete within this time, whatever `deadline` says.
  /// - Throws: ``ChannelError``; `timedOut` before the first byte leaves the channel as it was.
  public func receive(
    deadline: Deadline, frameSeconds: Double = AgentProtocol.frameDeadlineSeconds
  ) throws(ChannelError) -> Frame {
    let (header, rest) = try receiveHeader(deadline, frameSeconds)
    switch header.kind {
    case .message: return .message(try receiveMessage(header.count, rest))
    case .secret: return .secret(try receiveSecret(header.count, rest))
    }
  }

  /// Receives a frame that has to be a message.
  public func receive<Message: Decodable>(
    _ type: Message.Type, deadline: Deadline
  ) throws(ChannelError) -> Message {
    try WireJSON.decode(type, from: receiveMessage(deadline: deadline))
  }

  /// Receives a frame that has to be a message, as it came.
  ///
  /// - Parameter frameSeconds: as for ``receive(deadline:frameSeconds:)``.
  public func receiveMessage(
    deadline: Deadline, frameSeconds: Double = AgentProtocol.frameDeadlineSeconds
  ) throws(ChannelError) -> [UInt8] {
    switch try receive(deadline: deadline, frameSeconds: frameSeconds) {
    case .message(let bytes): return bytes
    case .secret: throw .unexpectedFrame
    }
  }

  /// Receives a frame that has to be a secret.
  public func receiveSecret(deadline: Deadline) throws(ChannelError) -> SecretBytes {
    switch try receive(deadline: deadline) {
    case .message: throw .unexpectedFrame
    case .secret(let secret): return secret
    }
  }

  /// Whether a frame, its beginning or the connection's end can be received without waiting.
  public var isReadable: Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  /// Waits until something can be received, or the connection has ended.
  ///
  /// - Returns: false when `deadline` passed first.
  /// - Throws: ``ChannelError/system(_:)``.
  public func isReadable(until deadline: Deadline) throws(ChannelError) -> Bool {
    do throws(ChannelError) {
      try SocketIO.wait(for: Int16(POLLIN), on: descriptor, until: deadline)
      return true
    } catch {
      guard error == .timedOut else { throw error }
      return false
    }
  }

  /// Whether the other end has closed the connection, though unread frames may remain.
  public var isPeerGone: Bool {
    let peerClosed: Int16 = 0x2000  // POLLRDHUP, which glibc declares only under _GNU_SOURCE
    var entry = pollfd(fd: descriptor, events: peerClosed, revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  /// Ends the connection for both sides and wakes every thread that waits on it.
  public func shutDown() {
    isBroken.store(true, ordering: .relaxed)
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }
}

extension FrameChannel {
  private static func frame(_ message: some Encodable) throws(ChannelError) -> [UInt8] {
    let body = try WireJSON.encode(message)
    return try FrameHeader(kind: .message, count: body.count).bytes + body
  }

  private func send(_ open: [UInt8], secret: UnsafeRawBufferPointer?, _ deadline: Deadline) throws(ChannelError) {
    let outcome: Result<Void, ChannelError> = sending.withLock { _ in
      Result { () throws(ChannelError) in try sendLocked(open, secret, deadline) }
    }
    try outcome.get()
  }

  private func sendLocked(
    _ open: [UInt8], _ secret: UnsafeRawBufferPointer?, _ deadline: Deadline
  ) throws(ChannelError) {
    guard !isBroken.load(ordering: .relaxed) else { throw .closed }
    do throws(ChannelError) {
      try SocketIO.write(open, to: descriptor, until: deadline)
      if let secret { try SocketIO.write(secret, to: descriptor, until: deadline) }
    } catch {
      // Part of a frame may be out: whatever followed would be taken for its rest.
      isBroken.store(true, ordering: .relaxed)
      throw error
    }
  }

  /// - Returns: the header, and by when the rest has to be here.
  private func receiveHeader(
    _ deadline: Deadline, _ frameSeconds: Double
  ) throws(ChannelError) -> (FrameHeader, rest: Deadline) {
    guard !isBroken.load(ordering: .relaxed) else { throw .closed }
    try SocketIO.wait(for: Int16(POLLIN), on: descriptor, until: deadline)
    var bytes = [UInt8](repeating: 0, count: FrameHeader.byteCount)
    let rest = Deadline.after(seconds: frameSeconds)
    let header = try breaking { () throws(ChannelError) in
      try SocketIO.fill(&bytes, from: descriptor, until: rest, atStart: true)
      return try FrameHeader(bytes: bytes)
    }
    return (header, rest)
  }

  private func receiveMessage(_ count: Int, _ deadline: Deadline) throws(ChannelError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try breaking { () throws(ChannelError) in
      try SocketIO.fill(&bytes, from: descriptor, until: deadline, atStart: false)
    }
    return bytes
  }

  private func receiveSecret(_ count: Int, _ deadline: Deadline) throws(ChannelError) -> SecretBytes {
    var secret: SecretBytes
    do { secret = try SecretBytes(count: count) } catch { throw .system(error) }
    do throws(ChannelError) {
      try secret.withUnsafeMutableBytes { (buffer) throws(ChannelError) in
        try SocketIO.fill(buffer, from: descriptor, until: deadline, atStart: false)
      }
    } catch {
      isBroken.store(true, ordering: .relaxed)
      throw error
    }
    return secret
  }

  /// After a failure in the middle of a frame nothing on this connection can be trusted to be a frame's beginning.
  private func breaking<Value>(_ body: () throws(ChannelError) -> Value) throws(ChannelError) -> Value {
    do { return try body() } catch {
      isBroken.store(true, ordering: .relaxed)
      throw error
    }
  }
}
