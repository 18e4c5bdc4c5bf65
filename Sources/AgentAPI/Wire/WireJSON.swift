internal import StrictJSON

/// The JSON of the wire: dates as seconds since 1970 with their fraction, no white space, any order of keys.
public enum WireJSON {
  /// The most that a message may be made of. A frame bounds how long it is, and whose texts they are has checked their marks.
  private static let limits = JSONLimits(depth: 32, valueCount: .max, markedTextByteCount: .max)

  /// The message as JSON.
  ///
  /// - Throws: ``ChannelError/malformed`` for a value JSON can't hold, such as a date that is not a number.
  public static func encode(_ message: some Encodable) throws(ChannelError) -> [UInt8] {
    do { return try JSONEncoding().encode(message) } catch { throw .malformed }
  }

  /// The message in `bytes`; fields this version does not know are ignored.
  ///
  /// - Throws: ``ChannelError/malformed``.
  public static func decode<Message: Decodable>(_ type: Message.Type, from bytes: [UInt8]) throws(ChannelError)
    -> Message
  {
    do { return try JSONDocument(bytes, limits: limits).decode(type) } catch { throw .malformed }
  }
}
