internal import Glibc

/// A TCP socket of this machine's network, as the kernel describes one by its two ends (`sock_diag(7)`, `linux/inet_diag.h`). To ask for one
/// costs the same however many others there are.
public struct TCPSocket: Equatable, Sendable {
  /// One end of a connection.
  public struct End: Equatable, Sendable {
    /// 4 or 16 bytes, as they are sent.
    public let address: [UInt8]
    /// The port.
    public let port: UInt16

    /// An end at an address of version 4 or 6.
    public init(address: [UInt8], port: UInt16) { (self.address, self.port) = (address, port) }
  }

  /// Whether the connection is established; not while it begins or ends.
  public let isEstablished: Bool
  /// The user whose program has it, as this process's user namespace numbers them.
  public let user: UInt32
  /// The socket's number among the files; 0 as long as no program has accepted the connection.
  public let inode: UInt32

  /// Looks up the socket that has the end `own` and is connected with `peer`.
  ///
  /// - Returns: nil where there is none, and where this kernel does not support asking about TCP.
  /// - Throws: `SystemError` when the kernel can't be asked.
  public init?(own: End, peer: End) throws(SystemError) {
    guard own.address.count == peer.address.count, [4, 16].contains(own.address.count) else { return nil }
    guard let reply = try Self.reply(to: Self.request(own, peer)) else { return nil }
    // Where no socket has both ends, the kernel answers with the one that listens at the first.
    guard reply.bytes[20..<24].elementsEqual(Self.ports(own, peer)),
      reply.bytes[24..<40].elementsEqual(Self.padded(own)), reply.bytes[40..<56].elementsEqual(Self.padded(peer))
    else { return nil }
    isEstablished = reply.bytes[17] == 1
    user = reply.number(80)
    inode = reply.number(84)
  }

  // MARK: The message

  /// `SOCK_DIAG_BY_FAMILY`, both of the request and of what answers it.
  private static let kind: UInt16 = 20
  private static let errorKind: UInt16 = 2
  private static let headerCount = 16
  private static let replyCount = 88
  private static let tcp: UInt8 = 6

  /// A header, and a `struct inet_diag_req_v2`.
  private static func request(_ own: End, _ peer: End) -> [UInt8] {
    let family = UInt8(own.address.count == 4 ? AF_INET : AF_INET6)
    var body: [UInt8] = [family, tcp, 0, 0]
    body += native(UInt32.max)  // of whatever state
    body += ports(own, peer) + padded(own) + padded(peer)
    body += native(UInt32(0)) + native(UInt32.max) + native(UInt32.max)  // any interface, no cookie
    let count = UInt32(headerCount + body.count)
    return native(count) + native(kind) + native(UInt16(1)) + native(UInt32(1)) + native(UInt32(0)) + body
  }

  private static func ports(_ own: End, _ peer: End) -> [UInt8] {
    native(own.port.bigEndian) + native(peer.port.bigEndian)
  }

  private static func padded(_ end: End) -> [UInt8] {
    end.address + [UInt8](repeating: 0, count: 16 - end.address.count)
  }

  private static func native<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number) { Array($0) }
  }

  /// An answer of the kernel, whole.
  private struct Reply {
    let bytes: [UInt8]

    func number<Number: FixedWidthInteger>(_ offset: Int) -> Number {
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
    }
  }

  private static func reply(to request: [UInt8]) throws(SystemError) -> Reply? {
    let netlinkOfSockets: Int32 = 4
    let descriptor = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), netlinkOfSockets)
    guard descriptor >= 0 else { throw SystemError("socket(AF_NETLINK)") }
    defer { close(descriptor) }
    guard send(descriptor, request, request.count, 0) == request.count else { throw SystemError("send to netlink") }
    var bytes = [UInt8](repeating: 0, count: 8192)
    // The kernel has answered before the call before this one returned.
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    guard count >= 0 else { throw SystemError("recv from netlink") }
    let reply = Reply(bytes: bytes)
    switch reply.number(4) as UInt16 {
    case kind where count >= replyCount: return reply
    case errorKind where count >= headerCount + 4:
      let code = -(reply.number(headerCount) as Int32)
      guard code == ENOENT else { throw SystemError("sock_diag", code: code) }
      return nil
    default: throw SystemError("sock_diag", code: EBADMSG)
    }
  }
}
