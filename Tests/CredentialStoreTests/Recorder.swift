import Synchronization

/// Collects what callbacks say, from whichever task.
final class Recorder<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }

  /// Appends, and says how many came before.
  @discardableResult
  func add(_ element: Element) -> Int {
    elements.withLock { elements in
      elements.append(element)
      return elements.count - 1
    }
  }
}
