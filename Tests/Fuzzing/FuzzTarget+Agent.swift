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

  /// Frames off a socket, up to the first that is none. The first of them is sent on.
  private static func frames(_ input: [UInt8]) {
    guard let (channel, other) = channels() else { return }
    _ = write(other.descriptor, input, input.count)
    other.shutDown()
    var read: [UInt8] = []
    while let frame = try? channel.receive(deadline: .after(seconds: 5)) {
      if read.isEmpty { checkSending(frame) }
      read += bytes(of: frame)
    }
    precondition(input.starts(with: read), "what is read is not what was sent")
  }

  private static func channels() -> (FrameChannel, FrameChannel)? {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { return nil }
    return (FrameChannel(descriptor: ends[0]), FrameChannel(descriptor: ends[1]))
  }

  private static func checkSending(_ frame: borrowing Frame) {
    guard let (sender, receiver) = channels() else { return }
    let deadline = Deadline.after(seconds: 5)
    switch frame {
    case .message(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      let sent: ()? = try? sender.send(text, deadline: deadline)
      precondition(sent != nil && (try? receiver.receive(String.self, deadline: deadline)) == text, "a message changes")
    case .secret(let secret):
      let sent: ()? = try? sender.send("secret", secret: secret, deadline: deadline)
      precondition(sent != nil && (try? receiver.receiveMessage(deadline: deadline)) != nil, "no message comes")
      checkSecret(secret, receiver, deadline)
      precondition((try? sender.sendSecret(secret, deadline: deadline)) != nil, "a secret is not sent")
      checkSecret(secret, receiver, deadline)
    }
    precondition(!receiver.isReadable && !receiver.isPeerGone, "there is more than was sent")
    sender.shutDown()
    precondition(receiver.isReadable && receiver.isPeerGone, "an end is not noticed")
    precondition((try? sender.send("", deadline: deadline)) == nil, "something is sent after the end")
  }

  private static func checkSecret(
    _ secret: borrowing SecretBytes, _ receiver: borrowing FrameChannel, _ deadline: Deadline
  ) {
    guard let received = try? receiver.receiveSecret(deadline: deadline) else {
      preconditionFailure("no secret comes")
    }
    precondition(received.isEqual(to: secret), "a secret is another one")
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
    guard let members = try? RequestReader.find(in: input).request?.members else { return }
    for (name, json) in members { decoders[name]?(json) }
  }

  private static func decoder<Request: AgentRequest>(like _: Request) -> @Sendable (JSONDocument.Value) -> Void {
    { json in
      let decoder = StrictDecoder(userInfo: [.readsRequest: true])
      guard let request = try? decoder.decode(Request.self, from: json) else { return }
      // What was understood says all of it again.
      guard let bytes = try? WireJSON.encode(RequestMessage(request)),
        let json = try? RequestReader.find(in: bytes).request?[Request.name],
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
