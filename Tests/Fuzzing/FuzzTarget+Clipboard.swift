internal import Glibc
internal import SecretMemory

@testable internal import Clipboard

/// What a compositor says to the process that offers a text.
extension FuzzTarget {
  static let clipboard = [
    FuzzTarget("wayland-events") { input in
      do { try waylandEvents(input) } catch { preconditionFailure("no secret memory: \(error)") }
    }
  ]

  /// The input as all that a compositor sends, with a pipe for whoever asks, before it closes the connection.
  private static func waylandEvents(_ input: [UInt8]) throws {
    let text = Array("a text that was revealed".utf8)
    let (ours, theirs) = sockets()
    let (asker, pipe) = sockets()
    send(input, with: pipe, to: theirs)
    close(pipe)
    shutdown(theirs, Int32(SHUT_WR))
    let secret = SharedSecret(try SecretBytes(text))
    do throws(ClipboardError) {
      let selection = try WaylandSelection(offering: secret, over: WaylandConnection(connected: ours))
      while try selection.handleEvent() == .handled {}
    } catch { require(!error.reason.isEmpty, "an error has no reason") }
    close(theirs)
    let given = received(from: asker)
    close(asker)
    let offers = [[], text, OfferedType.hintText]
    precondition(offers.contains(given), "somebody who asked was given something else than the text")
  }

  private static func sockets() -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends) == 0 else {
      fatalError("socketpair: \(errno)")
    }
    return (ends[0], ends[1])
  }

  /// Sends the bytes, and a descriptor with them, in one message (`unix(7)`, `SCM_RIGHTS`).
  private static func send(_ bytes: [UInt8], with descriptor: Int32, to socket: Int32) {
    var control = Rights(descriptor: descriptor)
    var bytes = bytes
    let sent = bytes.withUnsafeMutableBytes { bytes in
      withUnsafeMutableBytes(of: &control) { control in
        var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &part) { part in
          var message = msghdr()
          (message.msg_iov, message.msg_iovlen) = (part, 1)
          (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
          return sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
        }
      }
    }
    guard sent == bytes.count else { fatalError("sendmsg: \(errno)") }
  }

  /// A descriptor as it travels: the fields of a `cmsghdr`, whose type Swift can't make.
  private struct Rights {
    let byteCount = 2 * MemoryLayout<Int>.size + MemoryLayout<Int32>.size
    let level = SOL_SOCKET
    let kind = Int32(SCM_RIGHTS)
    let descriptor: Int32
    private let padding: Int32 = 0

    init(descriptor: Int32) { self.descriptor = descriptor }
  }

  private static func received(from socket: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(socket, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
  }
}
