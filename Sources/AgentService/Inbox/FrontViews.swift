internal import FoundationEssentials
internal import Synchronization

/// The views of the vault that have the person's attention and show what comes: while there is one, the desktop says nothing.
final class FrontViews: Sendable {
  private let ids = Mutex<Set<UUID>>([])

  /// A view came to the front.
  func enter(_ id: UUID) { ids.withLock { _ = $0.insert(id) } }

  /// A view left the front, or ended.
  func leave(_ id: UUID) { ids.withLock { _ = $0.remove(id) } }

  /// Whether there is one.
  var isAnyInFront: Bool { ids.withLock { !$0.isEmpty } }
}
