internal import LinuxSystem
internal import Sealing
public import SecretMemory

/// A line `otpauth://TYPE/LABEL?secret=…` of a text, in the form that authenticator programs exchange as QR codes ("Key Uri Format"). It is
/// read in secret memory; no part of it is copied elsewhere but numbers.
public struct KeyURI: ~Copyable, Sendable {
  /// The longest line, in bytes.
  public static let maximumByteCount = 4096
  /// The longest key, in bytes: two blocks of SHA-512.
  static let maximumKeyByteCount = 256
  /// The highest counter; it can't be raised.
  private static let maximumCounter = UInt64(Int64.max)

  /// What it makes codes with.
  public let password: OneTimePassword
  /// Where in the text the digits of the counter are; nil without one.
  private let counter: Range<Int>?

  /// Reads the first such line of a text.
  public init(in text: borrowing SecretBytes) throws(KeyURIError) {
    self = try text.withUnsafeBytes { (text) throws(KeyURIError) in
      try KeyURI(Parameters(text, Self.line(in: text)), text)
    }
  }

  private init(_ parameters: Parameters, _ text: UnsafeRawBufferPointer) throws(KeyURIError) {
    guard let key = parameters.secret else { throw .noKey }
    let hash = try parameters.algorithm.map { (range) throws(KeyURIError) in try Self.hash(text[range]) } ?? .sha1
    let digits = try Self.number(parameters.digits, in: text, or: 6, within: 6...8, .badDigits)
    password = OneTimePassword(
      key: try Base32.decode(text[key], atMost: Self.maximumKeyByteCount), factor: try Self.factor(parameters, text),
      hash: hash, digitCount: Int(digits))
    counter = parameters.counts ? parameters.counter : nil
  }

  /// The text with the counter raised by one; nil for a password that goes by the time.
  ///
  /// - Parameter text: the text that this was read from.
  /// - Throws: ``KeyURIError/badCounter`` for the highest counter there is.
  public borrowing func raised(in text: borrowing SecretBytes) throws(KeyURIError) -> SecretBytes? {
    guard case .counter(let value) = password.factor, let counter else { return nil }
    guard value < Self.maximumCounter else { throw .badCounter }
    let digits = Array(String(value + 1).utf8)
    let count = text.count - counter.count + digits.count
    do throws(SystemError) {
      return try text.withUnsafeBytes { (text) throws(SystemError) in
        try SecretBytes(count: count) { output in
          let (head, tail) = (text[..<counter.lowerBound], text[counter.upperBound...])
          for (index, byte) in head.enumerated() { output[index] = byte }
          for (index, byte) in digits.enumerated() { output[head.count + index] = byte }
          for (index, byte) in tail.enumerated() { output[head.count + digits.count + index] = byte }
        }
      }
    } catch { throw .outOfMemory }
  }

  // MARK: Reading

  /// The first line that begins as one, without its end.
  private static func line(in text: UnsafeRawBufferPointer) throws(KeyURIError) -> Range<Int> {
    let scheme = Array("otpauth://".utf8)
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
      start = text[start..<end].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? end
      if end - start > scheme.count, isEqual(text[start..<start + scheme.count], scheme) {
        guard end - start <= maximumByteCount else { throw .tooLong }
        return start + scheme.count..<end
      }
      start = end + 1
    }
    throw .noURI
  }

  private static func factor(
    _ parameters: Parameters, _ text: UnsafeRawBufferPointer
  ) throws(KeyURIError) -> OneTimePassword.Factor {
    guard parameters.counts else {
      return .time(period: Int(try number(parameters.period, in: text, or: 30, within: 1...3600, .badPeriod)))
    }
    guard let range = parameters.counter else { throw .badCounter }
    return .counter(try number(range, in: text, or: 0, within: 0...maximumCounter, .badCounter))
  }

  private static func hash(_ name: Slice<UnsafeRawBufferPointer>) throws(KeyURIError) -> HMACHash {
    guard let hash = HMACHash.allCases.first(where: { isEqual(name, Array($0.rawValue.utf8)) }) else {
      throw .badAlgorithm
    }
    return hash
  }

  private static func number(
    _ range: Range<Int>?, in text: UnsafeRawBufferPointer, or standard: UInt64, within bounds: ClosedRange<UInt64>,
    _ error: KeyURIError
  ) throws(KeyURIError) -> UInt64 {
    guard let range else { return standard }
    guard (1...19).contains(range.count) else { throw error }
    var value: UInt64 = 0
    for byte in text[range] {
      guard (0x30...0x39).contains(byte) else { throw error }
      value = value * 10 + UInt64(byte - 0x30)
    }
    guard bounds.contains(value) else { throw error }
    return value
  }

  /// Whether bytes are these letters, in either case.
  fileprivate static func isEqual(_ bytes: Slice<UnsafeRawBufferPointer>, _ word: [UInt8]) -> Bool {
    bytes.count == word.count && zip(bytes, word).allSatisfy { lowercased($0) == lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }

  /// Where in the text the values are.
  private struct Parameters {
    /// Whether it is `hotp`.
    let counts: Bool
    private(set) var secret: Range<Int>?
    private(set) var algorithm: Range<Int>?
    private(set) var digits: Range<Int>?
    private(set) var period: Range<Int>?
    private(set) var counter: Range<Int>?

    /// Reads what follows the scheme.
    init(_ text: UnsafeRawBufferPointer, _ line: Range<Int>) throws(KeyURIError) {
      let type = text[line].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
      if KeyURI.isEqual(type, Array("hotp".utf8)) {
        counts = true
      } else {
        guard KeyURI.isEqual(type, Array("totp".utf8)) else { throw .unknownType }
        counts = false
      }
      guard let query = text[line].firstIndex(of: UInt8(ascii: "?")) else { throw .noKey }
      var rest = text[(query + 1)..<line.upperBound].prefix { $0 != UInt8(ascii: "#") }
      while !rest.isEmpty {
        let pair = rest.prefix { $0 != UInt8(ascii: "&") }
        try take(pair)
        rest = rest.dropFirst(pair.count + 1)
      }
    }

    private mutating func take(_ pair: Slice<UnsafeRawBufferPointer>) throws(KeyURIError) {
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return }
      let value = equals + 1..<pair.endIndex
      let known: [(String, WritableKeyPath<Self, Range<Int>?>)] = [
        ("secret", \.secret), ("algorithm", \.algorithm), ("digits", \.digits), ("period", \.period),
        ("counter", \.counter),
      ]
      // Others, such as the issuer, decide nothing.
      for (name, path) in known where KeyURI.isEqual(pair[..<equals], Array(name.utf8)) {
        guard self[keyPath: path] == nil else { throw .repeated }
        self[keyPath: path] = value
      }
    }
  }
}
