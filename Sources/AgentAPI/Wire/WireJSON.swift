internal import FoundationEssentials

/// The JSON of the wire: dates as seconds since 1970 with their fraction, no white space, any order of keys.
public enum WireJSON {
  /// The message as JSON.
  ///
  /// - Throws: ``ChannelError/malformed`` for a value JSON can't hold, such as a date that is not a number.
  public static func encode(_ message: some Encodable) throws(ChannelError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = .withoutEscapingSlashes
    do { return Array(try encoder.encode(message)) } catch { throw .malformed }
  }

  /// The message in `bytes`; fields this version does not know are ignored.
  ///
  /// - Throws: ``ChannelError/malformed``.
  public static func decode<Message: Decodable>(_ type: Message.Type, from bytes: [UInt8]) throws(ChannelError)
    -> Message
  {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    do { return try decoder.decode(type, from: Data(bytes)) } catch { throw .malformed }
  }
}
