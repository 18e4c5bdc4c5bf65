internal import StrictJSON

/// The member `image` of a payload, to be written anew. Everything else of the payload stays as it is, letter by letter.
public struct PayloadImage {
  private let bytes: [UInt8]
  /// What is replaced: the value, or nothing before the closing brace.
  private let place: Range<Int>
  /// What stands before the value when there is none yet.
  private let beginning: String

  /// Finds the place.
  ///
  /// - Returns: nil for what is no JSON object, or stands several values deep.
  public init?(in payload: String) {
    bytes = Array(payload.utf8)
    var reader = JSONReader(bytes, limits: JSONLimits(depth: 16, valueCount: 4096, numberByteCount: 32))
    do throws(JSONError) {
      var (isFirst, found, end) = (true, Range<Int>?.none, 0)
      while let name = try reader.nextMember(&isFirst) {
        _ = reader.peek()
        let start = reader.position
        _ = try reader.value()
        end = reader.position
        if name == "image" { found = start..<end }
      }
      try reader.expectEnd()
      if end == 0, let brace = bytes.firstIndex(of: UInt8(ascii: "{")) { end = brace + 1 }
      place = found ?? end..<end
      beginning = found != nil ? "" : isFirst ? #""image": "# : #", "image": "#
    } catch { return nil }
  }

  /// The payload with another image.
  ///
  /// - Parameter path: made of what JSON needs no escape for.
  public func replaced(by path: String) -> String {
    let value = Array("\(beginning)\"\(path)\"".utf8)
    return String(decoding: bytes[..<place.lowerBound] + value + bytes[place.upperBound...], as: UTF8.self)
  }
}
