internal import AgentAPI
internal import Terminal

/// A picture in words.
struct PictureText {
  let number: Int64

  /// What stands for it where it can't be shown.
  func placeholder(_ row: PictureRow) -> String {
    "[picture: \(caption(row)); save it with vault inbox image \(number) --save FILE]"
  }

  /// What stands below it.
  func caption(_ row: PictureRow) -> String {
    let kind = row.type.split(separator: "/").last.map { Escaping.line(String($0)).uppercased() } ?? ""
    return "\(Escaping.line(row.title)): \(kind), \(row.width) x \(row.height), \(Self.size(row.byteCount))"
  }

  /// What stands for one that can't be had.
  static func missing(_ failure: Failure) -> String {
    let reason = failure.message.hasSuffix(".") ? String(failure.message.dropLast()) : failure.message
    return "[picture: \(Escaping.line(reason))]"
  }

  private static func size(_ byteCount: Int) -> String {
    byteCount < 1000
      ? "\(byteCount) bytes"
      : byteCount < 1_000_000
        ? "\(byteCount / 1000) kB" : "\(byteCount / 1_000_000).\(byteCount / 100_000 % 10) MB"
  }
}

/// A picture as `--json` prints it.
struct PictureView: Encodable {
  private let number: Int64
  private let title: String
  private let type: String
  private let bytes: Int
  private let width: Int
  private let height: Int

  init(_ row: PictureRow, number: Int64) {
    self.number = number
    title = row.title
    type = row.type
    bytes = row.byteCount
    width = row.width
    height = row.height
  }
}
