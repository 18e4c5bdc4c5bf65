internal import Glibc
internal import LinuxSystem

/// Exact reads and writes on a connected socket, each under a deadline, on blocking and non-blocking descriptors alike.
enum SocketIO {
  // One enumeration in glibc's headers, which Swift imports as plain integers.
  private static let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)

  /// Fills `buffer` and reads not one byte more.
  ///
  /// - Parameter atStart: whether these are a frame's first bytes, so that an end here is an ordinary one.
  static func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from socket: Int32, until deadline: Deadline, atStart: Bool
  ) throws(ChannelError) {
    var done = 0
    while done < buffer.count {
      let count = recv(socket, buffer.baseAddress! + done, buffer.count - done, flags)
      if count > 0 {
        done += count
      } else if count == 0 {
        throw atStart && done == 0 ? .closed : .truncated
      } else if errno == EAGAIN {
        try wait(for: Int16(POLLIN), on: socket, until: deadline)
      } else if errno == ECONNRESET {
        throw atStart && done == 0 ? .closed : .truncated
      } else if errno != EINTR {
        throw .system(SystemError("recv"))
      }
    }
  }

  /// Fills `bytes`, as above.
  static func fill(
    _ bytes: inout [UInt8], from socket: Int32, until deadline: Deadline, atStart: Bool
  ) throws(ChannelError) {
    // The standard library's closure is not typed yet, so the outcome is carried out by hand.
    let outcome = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(ChannelError) in try fill(buffer, from: socket, until: deadline, atStart: atStart) }
    }
    try outcome.get()
  }

  /// Sends all of `bytes`.
  static func write(
    _ bytes: UnsafeRawBufferPointer, to socket: Int32, until deadline: Deadline
  ) throws(ChannelError) {
    var done = 0
    while done < bytes.count {
      let count = Glibc.send(socket, bytes.baseAddress! + done, bytes.count - done, flags)
      if count >= 0 {
        done += count
      } else if errno == EAGAIN {
        try wait(for: Int16(POLLOUT), on: socket, until: deadline)
      } else if errno == EPIPE || errno == ECONNRESET {
        throw .closed
      } else if errno != EINTR {
        throw .system(SystemError("send"))
      }
    }
  }

  /// Sends all of `bytes`, as above.
  static func write(_ bytes: [UInt8], to socket: Int32, until deadline: Deadline) throws(ChannelError) {
    let outcome = bytes.withUnsafeBytes { buffer in
      Result { () throws(ChannelError) in try write(buffer, to: socket, until: deadline) }
    }
    try outcome.get()
  }

  /// Waits until `events` (or an end or error, which the next call tells) are there.
  static func wait(for events: Int16, on socket: Int32, until deadline: Deadline) throws(ChannelError) {
    while true {
      var entry = pollfd(fd: socket, events: events, revents: 0)
      let count = poll(&entry, 1, deadline.pollTimeout)
      if count > 0 { return }
      if count == 0 {
        if deadline.hasPassed { throw .timedOut }
      } else if errno != EINTR {
        throw .system(SystemError("poll"))
      }
    }
  }
}
