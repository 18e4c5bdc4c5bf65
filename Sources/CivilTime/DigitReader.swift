/// Reads numbers of a fixed length, and the marks between them, from ASCII.
struct DigitReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  /// What `body` makes of a whole text; nil where it leaves some of it.
  static func read<Value>(_ text: some StringProtocol, _ body: (inout DigitReader) -> Value?) -> Value? {
    var text = String(text)
    return text.withUTF8 { bytes in
      var reader = DigitReader(bytes: bytes)
      guard let value = body(&reader), reader.isAtEnd else { return nil }
      return value
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  /// Exactly so many digits.
  mutating func number(_ count: Int) -> Int? {
    guard bytes.count - position >= count else { return nil }
    var number = 0
    for offset in 0..<count {
      guard let digit = digit(at: position + offset) else { return nil }
      number = number * 10 + digit
    }
    position += count
    return number
  }

  /// As many digits as there are, as the decimals of a number below one; nil where there are none.
  mutating func fraction() -> Double? {
    let start = position
    while position < bytes.count, digit(at: position) != nil { position += 1 }
    guard position > start else { return nil }
    return Double("0." + String(decoding: bytes[start..<position], as: UTF8.self))
  }

  /// Whether one of these characters came next; then it is passed.
  mutating func scan(_ characters: Unicode.Scalar...) -> Bool {
    guard position < bytes.count, characters.contains(Unicode.Scalar(bytes[position])) else { return false }
    position += 1
    return true
  }

  private func digit(at place: Int) -> Int? {
    let byte = bytes[place]
    return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
  }
}
