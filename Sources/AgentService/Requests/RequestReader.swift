internal import AgentAPI
internal import StrictJSON

/// Finds the request in what a client sends.
enum RequestReader {
  /// The most that a message may be made of: what no client of ours ever sends.
  private static let limits = JSONLimits(depth: 32, valueCount: 100_000)

  /// The request that a message makes; nil for another message.
  static func request(in bytes: [UInt8]) throws(ChannelError) -> JSONValue? {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .malformed }
    var reader = JSONReader(bytes, limits: limits)
    do throws(JSONError) {
      let message = try reader.value()
      try reader.expectEnd()
      guard case .object(let members) = message, let request = members["request"] else { return nil }
      // What stands beside it may be a guard that this agent does not know.
      return members.names.count == 1 ? request : .null
    } catch { throw .malformed }
  }
}
