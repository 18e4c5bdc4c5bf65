internal import FoundationEssentials
internal import Glibc
internal import Logging

/// Logs on standard error, one line an event, as `key=value` pairs (logfmt): static messages with metadata, never an email, a
/// password, a token or what was pushed.
enum ServerLog {
  /// The level of a name; nil when there is none.
  static func level(_ name: String) -> Logger.Level? { Logger.Level(rawValue: name) }

  static func logger(level name: String) -> Logger {
    var logger = Logger(label: "vault-server") { _ in
      LogLines { line in StandardStream.error.write(line) }
    }
    logger.logLevel = level(name) ?? .info
    return logger
  }
}

/// Writes each event as a line of `key=value` pairs.
struct LogLines: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info
  /// The wall clock.
  var date: @Sendable () -> Date = { Date() }
  private let write: @Sendable (String) -> Void

  /// - Parameter write: called with a line with its end.
  init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// What others call their metadata, as it is called here.
  private static let names = ["hb.request.id": "request"]

  func log(event: LogEvent) {
    var pairs = [
      ("time", date().ISO8601Format(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
      ("level", event.level.rawValue), ("message", event.message.description),
    ]
    for (key, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 }).sorted(by: { $0.key < $1.key }
    ) {
      pairs.append((Self.names[key] ?? key, value.description))
    }
    write(pairs.map { "\($0)=\(Self.quoted($1))" }.joined(separator: " ") + "\n")
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Bare where it can be, otherwise in quotes; nothing that a terminal or a line reader could read as its own.
  static func quoted(_ text: String) -> String {
    let isBare =
      !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x3D && $0 != 0x5C }
    guard !isBare else { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case " "..."~": quoted.unicodeScalars.append(scalar)
      default: quoted += scalar.escaped(asASCII: true)
      }
    }
    return quoted + "\""
  }
}
