import Foundation
import Synchronization

@testable import VaultServer

/// Both of the server's clocks, moved by hand.
final class ManualClock: Sendable {
  private let elapsed = Mutex(Duration.zero)
  private static let start = Date(timeIntervalSince1970: 1_800_000_000)

  func advance(by duration: Duration) { elapsed.withLock { $0 += duration } }

  var now: Date { Self.start.addingTimeInterval(elapsed.withLock { $0 } / .seconds(1)) }

  var serverClock: ServerClock {
    ServerClock(date: { self.now }, uptime: { self.elapsed.withLock { $0 } })
  }
}
