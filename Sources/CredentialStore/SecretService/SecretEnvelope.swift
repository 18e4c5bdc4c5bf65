internal import SecretMemory

/// What lies in the keyring as an item's secret: the credential's name and value, so that no attribute or label tells
/// the name.
///
/// Version 1, integers big-endian: `"VLTC"`, version (1 byte), name length (2), value length (4), name (UTF-8), value.
enum SecretEnvelope {
  private static let magic = Array("VLTC".utf8)
  private static let version: UInt8 = 1
  private static let headerCount = 11

  /// The longest envelope there is.
  static let maximumByteCount =
    headerCount + CredentialLimits.maximumNameByteCount + CredentialLimits.maximumValueByteCount

  /// Why bytes are no envelope.
  enum Fault: Error, Equatable {
    case broken
    case newer
    case memory
  }

  /// Puts name and value together; the value must be within its limit.
  static func seal(_ value: borrowing SecretBytes, name: CredentialName) throws(Fault) -> SecretBytes {
    let nameBytes = Array(name.rawValue.utf8)
    let header =
      magic + [version] + bigEndian(UInt64(nameBytes.count), count: 2) + bigEndian(UInt64(value.count), count: 4)
    do {
      return try value.withUnsafeBytes { value throws in
        try SecretBytes(count: header.count + nameBytes.count + value.count) { target in
          target.copyBytes(from: header + nameBytes)
          UnsafeMutableRawBufferPointer(rebasing: target[(header.count + nameBytes.count)...]).copyMemory(from: value)
        }
      }
    } catch { throw .memory }
  }

  /// The name inside.
  static func name(in envelope: borrowing SecretBytes) throws(Fault) -> CredentialName {
    let range = try layout(of: envelope).name
    let text = envelope.withUnsafeBytes { String(validating: $0[range], as: UTF8.self) }
    guard let text, let name = CredentialName(text) else { throw .broken }
    return name
  }

  /// The value inside, provided that the envelope is that of `name`.
  static func open(_ envelope: borrowing SecretBytes, name: CredentialName) throws(Fault) -> SecretBytes {
    guard try self.name(in: envelope) == name else { throw .broken }
    let range = try layout(of: envelope).value
    do { return try envelope.copy(range) } catch { throw .memory }
  }

  private static func layout(of envelope: borrowing SecretBytes) throws(Fault) -> (name: Range<Int>, value: Range<Int>)
  {
    let header = envelope.withUnsafeBytes { Array($0.prefix(headerCount)) }
    guard header.starts(with: magic), header.count > magic.count else { throw .broken }
    guard header[4] == version else { throw header[4] > version ? .newer : .broken }
    guard header.count == headerCount, envelope.count <= maximumByteCount else { throw .broken }
    let nameCount = integer(header[5..<7])
    let valueCount = integer(header[7..<11])
    guard envelope.count == headerCount + nameCount + valueCount, valueCount <= CredentialLimits.maximumValueByteCount
    else { throw .broken }
    let split = headerCount + nameCount
    return (headerCount..<split, split..<envelope.count)
  }

  private static func bigEndian(_ value: UInt64, count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
