internal import Dispatch

extension Array where Element: Sendable {
  /// Like `map`, on all cores where there is enough to do.
  public func concurrentMap<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
    guard count >= minimumCountForManyCores else { return map(transform) }
    let partCount = 8
    return [Result](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      // Each part writes places of its own, all of them before this ends.
      nonisolated(unsafe) let places = buffer
      DispatchQueue.concurrentPerform(iterations: partCount) { part in
        for index in count * part / partCount..<count * (part + 1) / partCount {
          places.initializeElement(at: index, to: transform(self[index]))
        }
      }
      initializedCount = count
    }
  }
}

/// From how many elements on it is worth while to wake other cores.
let minimumCountForManyCores = 1000
