import Foundation

/// A server whose clock is ahead of its clients'.
final class AheadServer {
  let server: TestServer
  private let clock: ShiftedClock
  private let file = FileManager.default.temporaryDirectory.appendingPathComponent("clock-\(UUID().uuidString)")

  init(seconds: Int) throws {
    clock = try ShiftedClock(file)
    try clock.set(to: seconds)
    server = try TestServer(environment: clock.environment)
  }

  deinit {
    server.kill()
    try? FileManager.default.removeItem(at: file)  // a file left behind fails no test
  }
}
