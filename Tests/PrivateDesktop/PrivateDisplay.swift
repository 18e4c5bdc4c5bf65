internal import Foundation
internal import ProcessTesting

/// An X display for one test, drawn into memory (Debian's `xvfb`).
public final class PrivateDisplay: Sendable {
  /// What programs take as `DISPLAY`.
  public let name: String
  private let server: ChildProcess

  /// Starts an X server with the first number that is free, and waits until it listens.
  public init() throws {
    server = try ChildProcess(["Xvfb", "-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp"])
    name = ":\(try server.line())"
  }

  /// Sends the server a signal.
  public func send(_ signal: Int32) { server.send(signal) }

  deinit { server.end(with: SIGTERM) }
}
