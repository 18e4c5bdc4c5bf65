internal import Glibc
internal import Hummingbird
internal import NIOCore

/// What a route knows about a request beside the request.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  private let remoteAddress: SocketAddress?
  /// The request's connection.
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
    // Now: a connection that is closed has none.
    remoteAddress = source.channel.remoteAddress
  }

  /// Where the request came from, as the throttle counts it: an IPv4 address, or the /64 network of an IPv6 address,
  /// since whoever has one address of it has them all.
  var clientAddress: String { Self.key(of: remoteAddress) }

  static func key(of address: SocketAddress?) -> String {
    guard let text = address?.ipAddress else { return "unknown" }
    var bytes = [UInt8](repeating: 0, count: 16)
    let literal = text.prefix { $0 != "%" }
    return inet_pton(AF_INET6, String(literal), &bytes) == 1 ? key(ofV6: bytes) : text
  }

  private static func key(ofV6 bytes: [UInt8]) -> String {
    let isMappedV4 = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    if isMappedV4 { return bytes.suffix(4).map(String.init).joined(separator: ".") }
    let groups = stride(from: 0, to: 8, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
    return groups.joined(separator: ":") + "::/64"
  }
}
