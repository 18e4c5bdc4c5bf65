#if Postgres
internal import Synchronization

/// The parameters of statements, which PostgreSQL wants as `$1`, `$2` and so on.
enum PostgresPlaceholders {
  private static let known = Mutex<[String: String]>([:])
  /// More texts than the program has: one that puts them together without end does not fill the memory.
  private static let most = 4_096

  /// A text with PostgreSQL's parameters. Each text is looked at once.
  static func rewritten(_ sql: String) -> String {
    if let text = known.withLock({ $0[sql] }) { return text }
    let text = rewrite(sql)
    known.withLock { known in
      if known.count >= most { known.removeAll() }
      known[sql] = text
    }
    return text
  }

  /// `?` becomes `$1`, `$2` and so on in their order, and `?2` becomes `$2`; not within quotes, nor in comments to the end of a line.
  static func rewrite(_ sql: String) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(sql.utf8.count + 16)
    let bytes = Array(sql.utf8)
    var (next, index) = (1, 0)
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        let end = bytes[index...].firstIndex(of: byte).map { $0 + 1 } ?? bytes.count
        output += [byte] + bytes[index..<end]
        index = end
      case UInt8(ascii: "-") where index < bytes.count && bytes[index] == byte:
        let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        output += [byte] + bytes[index..<end]
        index = end
      case UInt8(ascii: "?"):
        let digits = bytes[index...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        output.append(UInt8(ascii: "$"))
        output += digits.isEmpty ? Array(String(next).utf8) : Array(digits)
        if digits.isEmpty { next += 1 }
        index = digits.endIndex
      default: output.append(byte)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
#endif
