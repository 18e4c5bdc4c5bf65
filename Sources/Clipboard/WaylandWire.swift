/// A message of the Wayland protocol: to which object, which of its requests or events, and the arguments, each of whole words.
struct WaylandMessage: Equatable {
  /// The longest that is taken; compositors send nothing longer than 4 KiB.
  static let maximumByteCount = 1 << 16

  let object: UInt32
  let opcode: UInt16
  private(set) var body: [UInt8] = []

  init(to object: UInt32, _ opcode: UInt16) { (self.object, self.opcode) = (object, opcode) }

  /// Takes the first message off the beginning of what has arrived; nil when it is not whole yet.
  ///
  /// - Throws: ``ClipboardError/lost(_:)`` for what can't be one.
  init?(takingFrom bytes: inout [UInt8]) throws(ClipboardError) {
    guard bytes.count >= 8 else { return nil }
    let head = Self.word(bytes, at: 4)
    let count = Int(head >> 16)
    guard count >= 8, count % 4 == 0, count <= Self.maximumByteCount else { throw .malformed }
    guard bytes.count >= count else { return nil }
    (object, opcode) = (Self.word(bytes, at: 0), UInt16(truncatingIfNeeded: head))
    body = Array(bytes[8..<count])
    bytes.removeFirst(count)
  }

  /// As it is sent.
  var bytes: [UInt8] { Self.bytes(object) + Self.bytes(UInt32(body.count + 8) << 16 | UInt32(opcode)) + body }

  /// The same with another argument.
  func adding(_ number: UInt32) -> WaylandMessage {
    var message = self
    message.body += Self.bytes(number)
    return message
  }

  /// The same with another argument: its length with the closing zero, and as many zeros as it takes.
  func adding(_ text: String) -> WaylandMessage {
    var message = adding(UInt32(text.utf8.count + 1))
    message.body += text.utf8
    message.body += [UInt8](repeating: 0, count: 4 - text.utf8.count % 4)
    return message
  }

  /// Reads the arguments in their order.
  func arguments() -> Arguments { Arguments(rest: body[...]) }

  /// The arguments that have not been read.
  struct Arguments {
    fileprivate var rest: ArraySlice<UInt8>

    /// The next number.
    mutating func number() throws(ClipboardError) -> UInt32 {
      guard rest.count >= 4 else { throw .malformed }
      defer { rest = rest.dropFirst(4) }
      return WaylandMessage.word(Array(rest.prefix(4)), at: 0)
    }

    /// The next text.
    mutating func text() throws(ClipboardError) -> String {
      let count = Int(try number())
      let padded = (count + 3) / 4 * 4
      guard count > 0, rest.count >= padded, rest[rest.startIndex + count - 1] == 0 else { throw .malformed }
      defer { rest = rest.dropFirst(padded) }
      return String(decoding: rest.prefix(count - 1), as: UTF8.self)
    }
  }

  private static func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }

  private static func word(_ bytes: [UInt8], at offset: Int) -> UInt32 {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
  }
}

extension ClipboardError {
  /// Something else than the protocol allows.
  static let malformed = ClipboardError.lost("what the Wayland compositor says makes no sense")
}
