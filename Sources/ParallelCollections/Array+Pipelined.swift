internal import Dispatch
internal import Synchronization

extension Array where Element: Sendable {
  /// Gives `body` what `transform` makes of each element, in their order.
  ///
  /// Where there is enough to do another core transforms the next few hundred elements while `body` has these.
  ///
  /// - Throws: what `body` throws; the elements after that are not given to it.
  public func forEach<Result: Sendable>(
    pipelining transform: @escaping @Sendable (Element) -> Result, _ body: (Result) throws -> Void
  ) rethrows {
    guard count >= minimumCountForManyCores else { return try forEach { try body(transform($0)) } }
    let partCount = 250
    var next = TransformedPart(prefix(partCount), transform)
    for end in stride(from: partCount, through: count + partCount - 1, by: partCount) {
      let present = next
      if end < count { next = TransformedPart(self[end...].prefix(partCount), transform) }
      for result in present.wait() { try body(result) }
    }
  }
}

/// A part of an array that is being transformed on another core.
private final class TransformedPart<Result: Sendable>: Sendable {
  private let done = DispatchSemaphore(value: 0)
  private let results = Mutex<[Result]>([])

  /// Begins with it.
  init<Element: Sendable>(_ elements: ArraySlice<Element>, _ transform: @escaping @Sendable (Element) -> Result) {
    DispatchQueue.global(qos: .userInitiated).async {
      let transformed = elements.map(transform)
      self.results.withLock { $0 = transformed }
      self.done.signal()
    }
  }

  /// What came out, as soon as it is there.
  func wait() -> [Result] {
    done.wait()
    return results.withLock { $0 }
  }
}
