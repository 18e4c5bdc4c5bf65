internal import Foundation
internal import Synchronization

/// What a program prints, collected as it comes.
public final class CollectedOutput: Sendable {
  private struct State {
    var bytes = Data()
    var isAtEnd = false
  }

  private let state = Mutex(State())

  func collect(from handle: FileHandle) {
    handle.readabilityHandler = { [weak self] handle in
      let data = handle.availableData
      if data.isEmpty { handle.readabilityHandler = nil }
      self?.state.withLock {
        $0.bytes += data
        $0.isAtEnd = data.isEmpty
      }
    }
  }

  /// What has come so far.
  public var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

  /// Everything, once the program has closed its output; what came within 2 s if a grandchild keeps it open.
  public func wholeText() -> String {
    let end = Date().addingTimeInterval(2)
    while Date() < end, !state.withLock({ $0.isAtEnd }) { usleep(1000) }
    return text
  }
}
