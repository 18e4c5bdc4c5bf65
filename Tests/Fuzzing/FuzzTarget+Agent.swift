internal import AgentAPI
internal import Glibc
internal import LinuxSystem
internal import SecretMemory
internal import StrictJSON
internal import VaultTesting

@testable internal import AgentService

/// What a client and the agent send each other.
extension FuzzTarget {
  static let agent = [
    FuzzTarget("frames", frames),
    FuzzTarget("requests", requests),
    FuzzTarget("client-messages") { roundTrip(ClientMessage.self, $0) },
    FuzzTarget("agent-messages") { roundTrip(AgentMessage.self, $0) },
  ]

  private static let decoders: [String: @Sendable (JSONDocument.Value) -> Void] = Dictionary(
    RequestSamples.all.map { (type(of: $0.request).name, decoder(like: $0.request)) },
    uniquingKeysWith: { first, _ in first })

  /// Frames off a socket, up to the first that is none.
  private static func frames(_ input: [UInt8]) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { return }
    let channel = FrameChannel(descriptor: ends[0])
    _ = write(ends[1], input, input.count)
    close(ends[1])
    var read: [UInt8] = []
    while let frame = try? channel.receive(deadline: .after(seconds: 5)) { read += bytes(of: frame) }
    precondition(input.starts(with: read), "what is read is not what was sent")
  }

  private static func bytes(of frame: borrowing Frame) -> [UInt8] {
    switch frame {
    case .message(let bytes): header(.message, bytes.count) + bytes
    case .secret(let secret): header(.secret, secret.count) + secret.withUnsafeBytes { Array($0) }
    }
  }

  private static func header(_ kind: FrameHeader.Kind, _ count: Int) -> [UInt8] {
    guard let header = try? FrameHeader(kind: kind, count: count) else { preconditionFailure("a frame has no header") }
    return header.bytes
  }

  private static func requests(_ input: [UInt8]) {
    guard let members = try? RequestReader.request(in: input)?.members else { return }
    for (name, json) in members { decoders[name]?(json) }
  }

  private static func decoder<Request: AgentRequest>(like _: Request) -> @Sendable (JSONDocument.Value) -> Void {
    { json in
      let decoder = StrictDecoder(userInfo: [.readsRequest: true])
      guard let request = try? decoder.decode(Request.self, from: json) else { return }
      // What was understood says all of it again.
      guard let bytes = try? WireJSON.encode(RequestMessage(request)),
        let json = try? RequestReader.request(in: bytes)?[Request.name],
        let again = try? decoder.decode(Request.self, from: json)
      else { preconditionFailure("a request that was read can't be written and read") }
      precondition(again == request, "a request is another one after it was written and read")
    }
  }

  private static func roundTrip<Message: Codable & Equatable>(_ type: Message.Type, _ input: [UInt8]) {
    guard let message = try? WireJSON.decode(type, from: input) else { return }
    guard let bytes = try? WireJSON.encode(message), let again = try? WireJSON.decode(type, from: bytes) else {
      preconditionFailure("a message that was read can't be written and read")
    }
    precondition(again == message, "a message is another one after it was written and read")
  }
}
