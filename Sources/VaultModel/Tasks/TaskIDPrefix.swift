public import FoundationEssentials

/// The beginning of a task's UUID, as a person types it: 1 to 32 hexadecimal digits, upper or lower case, with or
/// without the dashes a UUID is written with.
public struct TaskIDPrefix: Hashable, Sendable, CustomStringConvertible {
  /// The digits, lower case, without dashes.
  public let digits: String

  /// Where a written UUID has its dashes, counted in digits before them.
  private static let dashPositions: Set<Int> = [8, 12, 16, 20]

  /// Reads a prefix.
  ///
  /// - Returns: nil when `text` holds anything but hexadecimal digits and dashes at a UUID's places, no digit at all, or
  ///   more than 32.
  public init?(_ text: String) {
    guard text.utf8.count <= 36 else { return nil }
    var digits = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "0"..."9", "a"..."f": digits.unicodeScalars.append(scalar)
      case "A"..."F": digits += String(scalar).lowercased()
      case "-": guard Self.dashPositions.contains(digits.utf8.count) else { return nil }
      default: return nil
      }
    }
    guard (1...32).contains(digits.utf8.count), !text.contains("--") else { return nil }
    self.digits = digits
  }

  /// The smallest UUID that begins so, as 16 bytes.
  public var lowest: [UInt8] { bytes(paddedWith: "0") }

  /// The largest UUID that begins so, as 16 bytes.
  public var highest: [UInt8] { bytes(paddedWith: "f") }

  /// The first `count` digits, or all where there are fewer.
  public func shortened(to count: Int) -> TaskIDPrefix { TaskIDPrefix(digits: String(digits.prefix(max(1, count)))) }

  private init(digits: String) { self.digits = digits }

  /// Whether `id` begins so.
  public func matches(_ id: UUID) -> Bool { id.hexDigits.hasPrefix(digits) }

  /// The digits.
  public var description: String { digits }

  private func bytes(paddedWith digit: String) -> [UInt8] {
    let full = Array((digits + String(repeating: digit, count: 32 - digits.utf8.count)).utf8)
    return (0..<16).map { HexDigit.value(full[$0 * 2]) << 4 | HexDigit.value(full[$0 * 2 + 1]) }
  }
}

enum HexDigit {
  static let all = Array("0123456789abcdef".utf8)

  /// The value of a lower-case digit.
  static func value(_ digit: UInt8) -> UInt8 { digit < 0x3A ? digit - 0x30 : digit - 0x57 }

  /// The value of a digit in either case; nil for any other byte.
  static func value(ofAny byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}

extension UUID {
  /// The 16 bytes in the order they are written.
  public var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }

  /// The 32 digits, lower case, without dashes.
  public var hexDigits: String { hexDigits(32) }

  /// The first digits, at most all 32.
  public func hexDigits(_ count: Int) -> String {
    let count = min(max(0, count), 32)
    return String(unsafeUninitializedCapacity: count) { digits in
      withUnsafeBytes(of: uuid) { bytes in
        for index in 0..<count {
          let byte = bytes[index / 2]
          digits[index] = HexDigit.all[Int(index % 2 == 0 ? byte >> 4 : byte & 15)]
        }
      }
      return count
    }
  }

  /// Reads 16 bytes.
  ///
  /// - Returns: nil when there are more or fewer.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
    self.init(uuid: value)
  }
}
