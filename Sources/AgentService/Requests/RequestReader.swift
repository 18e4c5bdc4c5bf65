internal import AgentAPI
internal import StrictJSON

/// Finds the request in what a client sends.
enum RequestReader {
  /// The most that a message may be made of: what no client of ours ever sends.
  private static let limits = JSONLimits(depth: 32, valueCount: 100_000)

  /// The request that a message makes; nil for another message.
  static func request(in bytes: [UInt8]) throws(ChannelError) -> JSONDocument.Value? {
    let message: JSONDocument.Value
    do { message = try JSONDocument(bytes, limits: limits).value } catch { throw .malformed }
    guard let request = message["request"] else { return nil }
    // What stands beside it may be a guard that this agent does not know; all of it together is no request.
    return message.members?.count == 1 ? request : message
  }
}
