internal import AgentAPI
internal import StrictJSON

/// Finds the request in what a client sends.
enum RequestReader {
  /// What a client has sent.
  enum Found {
    case request(JSONDocument.Value)
    /// Another message.
    case other
    /// What may be a request, were it not for a text with more marks on one letter than are compared here.
    case overmarked

    /// The request; nil for anything else.
    var request: JSONDocument.Value? { if case .request(let request) = self { request } else { nil } }
  }

  /// The most that a message may be made of: what no client of ours ever sends.
  private static let limits = JSONLimits(depth: 32, valueCount: 100_000)
  private static let anyMarks = JSONLimits(
    depth: 32, valueCount: 100_000, markedTextByteCount: .max)

  /// What a message is.
  ///
  /// - Throws: ``ChannelError/malformed`` for what is no JSON, or too much of it.
  static func find(in bytes: [UInt8]) throws(ChannelError) -> Found {
    let message: JSONDocument.Value
    do { message = try JSONDocument(bytes, limits: limits).value } catch {
      // People do write such texts, and are told; nothing of it is looked at.
      do { _ = try JSONDocument(bytes, limits: anyMarks) } catch { throw .malformed }
      return .overmarked
    }
    guard let request = message["request"] else { return .other }
    // What stands beside it may be a guard that this agent does not know; all of it together is no request.
    return .request(message.members?.count == 1 ? request : message)
  }
}
