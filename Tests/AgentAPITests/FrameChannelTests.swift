import AgentAPI
import Foundation
import LinuxSystem
import SecretMemory
import Testing
import VaultModel
import VaultTesting

/// Two connected ends; the raw one writes and reads bytes as they are.
struct Ends {
  let channel: FrameChannel
  let raw: Int32

  init(isBlocking: Bool = true) throws {
    var descriptors: [Int32] = [0, 0]
    let type = Int32(SOCK_STREAM.rawValue) | (isBlocking ? 0 : Int32(SOCK_NONBLOCK.rawValue))
    try #require(socketpair(AF_UNIX, type, 0, &descriptors) == 0)
    channel = FrameChannel(descriptor: descriptors[0])
    raw = descriptors[1]
  }

  func write(_ bytes: [UInt8]) { #expect(Foundation.write(raw, bytes, bytes.count) == bytes.count) }
}

@Suite("The frame channel")
struct FrameChannelTests {
  @Test(
    "messages and secrets arrive as they were sent, on blocking and non-blocking sockets", arguments: [true, false])
  func roundTrip(isBlocking: Bool) throws {
    let ends = try Ends(isBlocking: isBlocking)
    let other = FrameChannel(descriptor: ends.raw)
    let soon = Deadline.after(seconds: 10)
    for count in [0, 1, 4096, AgentProtocol.maximumSecretByteCount] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let sending = Background {
        try other.send(ClientMessage.answer(prompt: 1), secret: SecretBytes(bytes), deadline: soon)
      }
      #expect(try ends.channel.receive(ClientMessage.self, deadline: soon) == .answer(prompt: 1))
      let secret = try ends.channel.receiveSecret(deadline: soon)
      #expect(secret.withUnsafeBytes { $0.elementsEqual(bytes) })
      try sending.value()
    }
  }

  @Test("a long message crosses in pieces")
  func longMessage() throws {
    let ends = try Ends()
    let other = FrameChannel(descriptor: ends.raw)
    let message = AddTask(TaskDraft(name: String(repeating: "é", count: 1 << 20)))
    let sending = Background { try other.send(message, deadline: .after(seconds: 10)) }
    #expect(try ends.channel.receive(AddTask.self, deadline: .after(seconds: 10)) == message)
    try sending.value()
  }

  @Test("not one byte behind a frame is read with it")
  func noReadAhead() throws {
    let ends = try Ends()
    ends.write([0, 0, 0, 2, 1, 0x7B, 0x7D] + [0, 0, 0, 3, 2, 65, 66, 67] + [9])
    _ = try ends.channel.receive(deadline: .after(seconds: 5))
    var waiting: Int32 = 0
    #expect(ioctl(ends.channel.descriptor, UInt(FIONREAD), &waiting) == 0 && waiting == 9)
    _ = try ends.channel.receiveSecret(deadline: .after(seconds: 5))
    #expect(ioctl(ends.channel.descriptor, UInt(FIONREAD), &waiting) == 0 && waiting == 1)
    close(ends.raw)
  }

  @Test("a length beyond the maximum is refused before anything of the body is read")
  func tooLong() throws {
    for (kind, maximum) in [
      (UInt8(1), AgentProtocol.maximumMessageByteCount), (2, AgentProtocol.maximumSecretByteCount),
    ] {
      let ends = try Ends()
      let count = UInt32(maximum + 1)
      ends.write([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + [kind, 1, 2, 3])
      #expect(throws: ChannelError.tooLong(count: maximum + 1, maximum: maximum)) {
        _ = try ends.channel.receive(deadline: .after(seconds: 5))
      }
      #expect(throws: ChannelError.closed) { _ = try ends.channel.receive(deadline: .after(seconds: 5)) }
      close(ends.raw)
    }
    for kind in [UInt8(1), 2] {
      let ends = try Ends()
      ends.write([0xFF, 0xFF, 0xFF, 0xFF, kind])
      #expect(throws: ChannelError.self) { _ = try ends.channel.receive(deadline: .after(seconds: 5)) }
      close(ends.raw)
    }
    let ends = try Ends()
    let secret = try SecretBytes(count: AgentProtocol.maximumSecretByteCount + 1)
    #expect(throws: ChannelError.self) { try ends.channel.sendSecret(secret, deadline: .after(seconds: 5)) }
    close(ends.raw)
  }

  @Test("silence ends at the deadline and leaves the channel usable")
  func silence() throws {
    let ends = try Ends()
    #expect(throws: ChannelError.timedOut) { _ = try ends.channel.receive(deadline: .after(seconds: 0.05)) }
    ends.write([0, 0, 0, 23, 1] + Array(#"{"answer":{"prompt":1}}"#.utf8))
    #expect(try ends.channel.receive(ClientMessage.self, deadline: .after(seconds: 5)) == .answer(prompt: 1))
    close(ends.raw)
  }

  @Test("a reader that takes nothing is given up at the deadline, and the channel with it")
  func stuckReader() throws {
    let ends = try Ends()
    let long = AddTask(TaskDraft(name: String(repeating: "x", count: 3 << 20)))
    #expect(throws: ChannelError.timedOut) { try ends.channel.send(long, deadline: .after(seconds: 0.1)) }
    #expect(throws: ChannelError.closed) { try ends.channel.send(LockVault(), deadline: .after(seconds: 0.1)) }
    close(ends.raw)
  }

  @Test("an end between frames is told from one within a frame, and neither raises a signal")
  func ends() throws {
    let between = try Ends()
    close(between.raw)
    #expect(throws: ChannelError.closed) { _ = try between.channel.receive(deadline: .after(seconds: 5)) }
    let within = try Ends()
    within.write([0, 0, 0, 9, 2, 1])
    close(within.raw)
    #expect(throws: ChannelError.truncated) { _ = try within.channel.receive(deadline: .after(seconds: 5)) }
    let writing = try Ends()
    close(writing.raw)
    #expect(throws: ChannelError.closed) {
      for _ in 0..<4 { try writing.channel.send(LockVault(), deadline: .after(seconds: 5)) }
    }
  }

  @Test("shutting down wakes the thread that waits")
  func shutDown() throws {
    let ends = try Ends()
    let channel = ends.channel
    let waiting = Background { _ = try channel.receive(deadline: .none) }
    channel.shutDown()
    #expect(throws: ChannelError.closed) { try waiting.value() }
    close(ends.raw)
  }

  @Test("messages of many threads never mix")
  func manySenders() throws {
    let ends = try Ends()
    let other = FrameChannel(descriptor: ends.raw)
    let senders = (0..<4).map { number in
      Background {
        for _ in 0..<50 {
          let secret = try SecretBytes([UInt8](repeating: UInt8(number), count: 5000))
          try other.send(ShowTask(task: "\(number)"), secret: secret, deadline: .after(seconds: 20))
        }
      }
    }
    for _ in 0..<200 {
      guard let task = try? ends.channel.receive(ShowTask.self, deadline: .after(seconds: 20)).task else {
        Issue.record("another message")
        return
      }
      let secret = try ends.channel.receiveSecret(deadline: .after(seconds: 20))
      #expect(secret.withUnsafeBytes { $0.count == 5000 && $0.allSatisfy { "\($0)" == task } })
    }
    for sender in senders { try sender.value() }
  }

  @Test("no sequence of bytes does more than fail", arguments: 0..<8)
  func fuzz(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let ends = try Ends()
      var bytes = (0..<Int.random(in: 0..<64, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      if bytes.count > 5, Bool.random(using: &random) {
        bytes.replaceSubrange(0..<5, with: [0, 0, 0, bytes[3] % 64, 1])
      }
      ends.write(bytes)
      close(ends.raw)
      #expect(throws: ChannelError.self) {
        while true { _ = try ends.channel.receive(AgentMessage.self, deadline: .after(seconds: 5)) }
      }
    }
  }
}

/// SplitMix64: the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
