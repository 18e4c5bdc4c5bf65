internal import Logging

/// Logs on standard error: static messages with metadata, never an email, a password or a token.
enum ServerLog {
  /// The level of a name; nil when there is none.
  static func level(_ name: String) -> Logger.Level? { Logger.Level(rawValue: name) }

  static func logger(level name: String) -> Logger {
    var logger = Logger(label: "vault-server") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = level(name) ?? .info
    return logger
  }
}
