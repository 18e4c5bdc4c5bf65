internal import Glibc
internal import LinuxSystem
internal import SecretMemory

/// One end of the socket between agent and child. It keeps the boundaries of packets (`SOCK_SEQPACKET`), so that one read
/// takes exactly one packet, and an answer goes from secret memory to secret memory.
struct PAMChannel: ~Copyable, Sendable {
  let descriptor: Int32

  init(adopting descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Two connected ends, both closed on exec.
  static func pair() throws(PAMError) -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw PAMError(.childFailed, "no channel to the PAM child: \(SystemError("socketpair"))")
    }
    return (ends[0], ends[1])
  }

  /// Sends a packet that is no secret.
  borrowing func send(_ packet: [UInt8]) -> Bool {
    packet.withUnsafeBytes { write($0) }
  }

  /// Sends an answer; false when the other end is gone.
  borrowing func send(answer: borrowing SecretBytes) -> Bool {
    let packet = try? SecretBytes(count: 1 + answer.count) { room in
      room[0] = PAMFrame.Kind.answer.rawValue
      answer.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: room[1...]).copyMemory(from: $0) }
    }
    guard let packet else { return false }
    return packet.withUnsafeBytes { write($0) }
  }

  /// Reads the packet that is there.
  ///
  /// - Returns: nil when the other end is gone.
  /// - Throws: `childFailed` for a packet longer than any real one.
  borrowing func receive() throws(PAMError) -> [UInt8]? {
    var packet = [UInt8](repeating: 0, count: PAMFrame.maximumPacket)
    let count = packet.withUnsafeMutableBytes { read(into: $0) }
    guard count > 0 else { return nil }
    guard count <= packet.count else { throw PAMError(.childFailed, "the PAM child sent an oversized message") }
    return Array(packet.prefix(count))
  }

  /// Waits up to `deadlineMilliseconds` for an answer; nil when none comes or the packet is no answer.
  borrowing func receiveAnswer(deadlineMilliseconds: Int32) -> SecretBytes? {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, deadlineMilliseconds) == 1 else { return nil }
    let capacity = 1 + PAMFrame.maximumAnswer
    var isAnswer = false
    let packet = try? SecretBytes(capacity: capacity) { (room) throws(PAMError) in
      let count = read(into: room)
      isAnswer = (1...capacity).contains(count) && room[0] == PAMFrame.Kind.answer.rawValue
      return isAnswer ? count : 0
    }
    guard isAnswer, let packet else { return nil }
    return try? packet.copy(1..<packet.count)
  }

  private borrowing func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var count: Int
    repeat {
      count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    } while count < 0 && errno == EINTR
    return count == bytes.count
  }

  /// The packet's real length, which may exceed the room; 0 or less when the other end is gone.
  private borrowing func read(into room: UnsafeMutableRawBufferPointer) -> Int {
    var count: Int
    repeat {
      count = recv(descriptor, room.baseAddress, room.count, Int32(MSG_TRUNC))
    } while count < 0 && errno == EINTR
    return count
  }
}
