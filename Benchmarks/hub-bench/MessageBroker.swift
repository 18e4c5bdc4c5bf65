import NIOCore
import NIOPosix
import Synchronization

/// An MQTT 3.1.1 broker: clients with a persistent session each, subscribed to one topic with quality of service 1.
final class MessageBroker: MeasuredHub {
  private let port: Int
  private let count = Atomic<Int>(0)
  private let publisher = Mutex<(any Channel)?>(nil)

  init(port: Int) { self.port = port }

  func connect(_ tally: Tally) async throws {
    let number = count.add(1, ordering: .relaxed).newValue
    _ = try await open(name: "client-\(number)", role: .subscriber(tally))
  }

  func send(_ number: Int) async throws {
    let known = publisher.withLock { $0 }
    let channel: any Channel
    if let known {
      channel = known
    } else {
      channel = try await open(name: "publisher", role: .publisher)
      publisher.withLock { $0 = channel }
    }
    let isStored = channel.eventLoop.makePromise(of: Void.self)
    try await channel.eventLoop.submit {
      try channel.pipeline.syncOperations.handler(type: BrokerClient.self).publish(SampleText.of(number), isStored)
    }.get()
    try await isStored.futureResult.get()
  }

  /// Returns when the broker has accepted the connection; a subscriber counts itself later.
  private func open(name: String, role: BrokerClient.Role) async throws -> any Channel {
    let channel = try await ClientBootstrap.with { BrokerClient(name: name, role: role) }
      .connect(host: "127.0.0.1", port: port).get()
    return channel
  }
}

/// One connection to the broker.
private final class BrokerClient: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  enum Role: Sendable {
    case subscriber(Tally)
    case publisher
  }

  private static let topic = "hub"

  private let name: String
  private let role: Role
  private var received = ByteBuffer()
  private var context: ChannelHandlerContext?
  private var isConnected = false
  private var waiting: [(text: String, isStored: EventLoopPromise<Void>)] = []
  private var unacknowledged: [UInt16: EventLoopPromise<Void>] = [:]
  private var lastPacket: UInt16 = 0

  init(name: String, role: Role) {
    self.name = name
    self.role = role
  }

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    // A session that is kept (clean session 0), no keep-alive.
    var body = ByteBuffer()
    body.writeText("MQTT")
    body.writeBytes([4, 0, 0, 0])
    body.writeText(name)
    send(0x10, body)
  }

  /// Sends a message with quality of service 1.
  func publish(_ text: String, _ isStored: EventLoopPromise<Void>) {
    guard isConnected else { return waiting.append((text, isStored)) }
    lastPacket = lastPacket &+ 1 | 1
    unacknowledged[lastPacket] = isStored
    var body = ByteBuffer()
    body.writeText(Self.topic)
    body.writeInteger(lastPacket)
    body.writeString(text)
    send(0x32, body)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var data = unwrapInboundIn(data)
    received.writeBuffer(&data)
    while let (kind, body) = received.readPacket() { handle(kind, body) }
    received.discardReadBytes()
  }

  func channelReadComplete(context: ChannelHandlerContext) { context.flush() }

  private func handle(_ kind: UInt8, _ body: ByteBuffer) {
    var body = body
    switch kind >> 4 {
    case 2: connected()
    case 3: if let topic = body.readText(), topic == Self.topic, let packet: UInt16 = body.readInteger() { got(packet) }
    case 4: if let packet: UInt16 = body.readInteger() { unacknowledged.removeValue(forKey: packet)?.succeed() }
    case 9: if case .subscriber(let tally) = role { tally.open.add(1, ordering: .relaxed) }
    default: break
    }
  }

  private func connected() {
    isConnected = true
    for (text, isStored) in waiting { publish(text, isStored) }
    waiting = []
    guard case .subscriber = role else { return }
    var body = ByteBuffer(integer: 1 as UInt16)
    body.writeText(Self.topic)
    body.writeInteger(1 as UInt8)
    send(0x82, body)
  }

  private func got(_ packet: UInt16) {
    if case .subscriber(let tally) = role { tally.received.add(1, ordering: .relaxed) }
    var bytes = ByteBuffer(bytes: [0x40, 2])
    bytes.writeInteger(packet)
    context?.write(NIOAny(bytes), promise: nil)
  }

  private func send(_ kind: UInt8, _ body: ByteBuffer) {
    var bytes = ByteBuffer(integer: kind)
    var rest = body.readableBytes
    repeat {
      bytes.writeInteger(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    bytes.writeImmutableBuffer(body)
    context?.writeAndFlush(NIOAny(bytes), promise: nil)
  }
}

extension ByteBuffer {
  /// A string with its length, as MQTT writes them.
  fileprivate mutating func writeText(_ text: String) {
    writeInteger(UInt16(text.utf8.count))
    writeString(text)
  }

  fileprivate mutating func readText() -> String? {
    guard let count: UInt16 = readInteger() else { return nil }
    return readString(length: Int(count))
  }

  /// The next whole packet.
  fileprivate mutating func readPacket() -> (UInt8, ByteBuffer)? {
    var copy = self
    guard let kind: UInt8 = copy.readInteger() else { return nil }
    var (length, shift) = (0, 0)
    while true {
      guard let byte: UInt8 = copy.readInteger() else { return nil }
      length |= Int(byte & 0x7F) << shift
      shift += 7
      if byte & 0x80 == 0 { break }
    }
    guard let body = copy.readSlice(length: length) else { return nil }
    self = copy
    return (kind, body)
  }
}
