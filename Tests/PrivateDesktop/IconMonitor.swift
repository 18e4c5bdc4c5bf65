internal import Foundation
internal import ProcessTesting

/// Writes down what is told on a private bus about the numbers on programs' icons.
public final class IconMonitor: Sendable {
  private let process: ChildProcess

  /// Starts it and waits until it sees every signal.
  public init(on bus: PrivateBus) throws {
    process = try bus.start([
      "dbus-monitor", "--address", bus.address, "type='signal',interface='com.canonical.Unity.LauncherEntry'",
      "type='method_call',member='Ping'",
    ])
    let process = process
    try waitUntil("the monitor sees signals") {
      try bus.call("org.freedesktop.DBus", "/sees", "org.freedesktop.DBus.Peer.Ping")
      return process.output.text.contains("path=/sees")
    }
  }

  deinit { process.end() }

  /// The numbers so far, each with the program and whether it is to be seen, in their order: `vault.desktop 3 true`.
  public var told: [String] {
    let words = process.output.text.split(whereSeparator: \.isWhitespace)
    return words.indices.filter { words[$0].hasPrefix(#""application://"#) }.map { start in
      let rest = words[start...].prefix { $0 != "signal" && $0 != "method" }
      let number = rest.firstIndex(of: "int64").map { rest[$0 + 1] } ?? ""
      let isVisible = rest.firstIndex(of: "boolean").map { rest[$0 + 1] } ?? ""
      return "\(words[start].dropFirst(15).dropLast()) \(number) \(isVisible)"
    }
  }
}
