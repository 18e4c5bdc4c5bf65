#if Postgres
internal import CLibPQ
internal import Glibc
internal import LinuxSystem
internal import SecretMemory

/// Connection strings, as libpq reads them.
enum ConnectionString {
  /// Takes a string apart.
  ///
  /// - Returns: what is no secret, and what is, each followed by a zero byte.
  /// - Throws: ``PostgresError/Kind/configuration``. libpq's own message would quote the string, and is not looked at.
  static func parse(
    _ text: borrowing SecretBytes
  ) throws(PostgresError) -> (options: [String: String], secrets: [String: SharedSecret]) {
    guard text.count <= PostgresAddress.longest else { throw .unreadable }
    let terminated: SecretBytes
    do {
      terminated = try text.withUnsafeBytes { bytes throws(SystemError) in
        try SecretBytes(count: bytes.count + 1) { $0.copyMemory(from: bytes) }
      }
    } catch { throw .noMemory }
    var message: UnsafeMutablePointer<CChar>?
    let parsed = terminated.withUnsafeBytes { bytes -> UnsafeMutablePointer<PQconninfoOption>? in
      // Nothing stands behind the zero byte that ends it.
      guard bytes.firstIndex(of: 0) == bytes.count - 1, let start = bytes.baseAddress else { return nil }
      return PQconninfoParse(start.assumingMemoryBound(to: CChar.self), &message)
    }
    if let message {
      explicit_bzero(message, strlen(message))
      PQfreemem(message)
    }
    guard let parsed else { throw .unreadable }
    defer { PQconninfoFree(parsed) }
    return try values(of: parsed)
  }

  private static func values(
    of parsed: UnsafeMutablePointer<PQconninfoOption>
  ) throws(PostgresError) -> (options: [String: String], secrets: [String: SharedSecret]) {
    var options: [String: String] = [:]
    var secrets: [String: SharedSecret] = [:]
    var option = parsed
    while let keyword = option.pointee.keyword {
      defer { option += 1 }
      guard let value = option.pointee.val, value.pointee != 0 else { continue }
      let name = String(cString: keyword)
      // libpq marks what is to be hidden where it is typed.
      if option.pointee.dispchar.pointee == CChar(bitPattern: UInt8(ascii: "*")) {
        let count = strlen(value)
        do { secrets[name] = SharedSecret(try SecretBytes(copying: .init(start: value, count: count + 1))) } catch {
          throw .noMemory
        }
        explicit_bzero(value, count)
      } else {
        options[name] = String(cString: value)
      }
    }
    return (options, secrets)
  }
}

extension PostgresError {
  static let unreadable = PostgresError(.configuration, explanation: "the connection string can't be read")
}
#endif
