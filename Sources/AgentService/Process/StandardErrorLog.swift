internal import Glibc
internal import Localization
internal import Logging

/// One line per message on standard error: time, level, static text, metadata. Values of the vault never get here.
struct StandardErrorLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let all = metadata.merging(event.metadata ?? [:]) { $1 }
    let pairs = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var stamp = [CChar](repeating: 0, count: 32)
    let length = strftime(&stamp, stamp.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    let time = String(decoding: stamp[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let line = Array("\(time) \(event.level) \(Self.visible("\(event.message)\(pairs)"))\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }

  /// The text with its control characters (C0, C1, bidirectional) as numbers: a log is read at a terminal, too.
  private static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      result += isControl(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
