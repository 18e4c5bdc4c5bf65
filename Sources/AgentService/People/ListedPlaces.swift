internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Synchronization

/// What stood where on the messages page as it was listed last: a number means what the person saw there, also when something has come since.
final class ListedPlaces: Sendable {
  private struct Page {
    let kind: CorrespondenceKind?
    let entries: [UUID]
  }

  /// Of each owner, the one that was listed last first.
  private let pages = Mutex<[InboxOwner: [Page]]>([:])

  /// These entries were listed, from the first.
  func remember(_ entries: [UUID], _ kind: CorrespondenceKind?, for owner: InboxOwner) {
    pages.withLock { pages in
      let others = (pages[owner] ?? []).filter { $0.kind != kind }
      pages[owner] = [Page(kind: kind, entries: entries)] + others
    }
  }

  /// What stood at a place, from 1; nil where nothing was listed there since the agent began.
  ///
  /// - Parameter kind: among these; nil for what was listed last, whatever that was.
  func entry(at number: Int, _ kind: CorrespondenceKind?, for owner: InboxOwner) -> UUID? {
    pages.withLock { pages in
      guard let page = (pages[owner] ?? []).first(where: { kind == nil || $0.kind == kind }),
        page.entries.indices.contains(number - 1)
      else { return nil }
      return page.entries[number - 1]
    }
  }
}
