/// One packet from the child: a byte of kind, then the payload. The answers go the other way, as ``PAMChannel`` writes them.
enum PAMFrame: Equatable {
  /// A module's message.
  case prompt(PAMPrompt)
  /// The last frame: how it ended.
  case result(PAMOutcome)

  /// The longest text, in bytes; PAM's own limit is `PAM_MAX_MSG_SIZE` (512), which modules exceed.
  static let maximumText = 2048
  /// The longest packet, in bytes.
  static let maximumPacket = 1 + maximumText
  /// The longest answer, in bytes: `PAM_MAX_RESP_SIZE` (512) with the closing NUL.
  static let maximumAnswer = 511

  /// The first byte of a packet.
  enum Kind: UInt8 {
    case hidden = 1
    case visible, information, error, result
    case answer = 16
  }

  /// Reads a packet that the channel has bounded.
  ///
  /// - Throws: `childFailed` for anything the child never sends.
  init(packet: [UInt8]) throws(PAMError) {
    let payload = packet.dropFirst()
    guard let first = packet.first, let kind = Kind(rawValue: first), packet.count <= Self.maximumPacket else {
      throw Self.malformed
    }
    switch kind {
    case .hidden: self = .prompt(.hidden(PAMText.sanitised(payload)))
    case .visible: self = .prompt(.visible(PAMText.sanitised(payload)))
    case .information: self = .prompt(.information(PAMText.sanitised(payload)))
    case .error: self = .prompt(.error(PAMText.sanitised(payload)))
    case .result:
      guard payload.count == 5, let stage = PAMOutcome.Stage(rawValue: payload[1]) else { throw Self.malformed }
      let status = payload.dropFirst().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      self = .result(PAMOutcome(stage: stage, status: Int32(bitPattern: status)))
    case .answer: throw Self.malformed
    }
  }

  /// The packet of a module's text, cut to what a frame holds.
  static func packet(_ kind: Kind, text: some Collection<UInt8>) -> [UInt8] {
    [kind.rawValue] + text.prefix(maximumText)
  }

  /// The packet of the result.
  static func packet(_ outcome: PAMOutcome) -> [UInt8] {
    let status = UInt32(bitPattern: outcome.status)
    return [Kind.result.rawValue, outcome.stage.rawValue]
      + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: status >> UInt32($0)) }
  }

  private static let malformed = PAMError(.childFailed, "the PAM child sent something that is not a message")
}
