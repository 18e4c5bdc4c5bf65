internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Synchronization

/// What stood where on the messages page as it was listed last: a number means what the person saw there, also when something has come since.
final class ListedPlaces: Sendable {
  private struct Page: Hashable {
    let owner: InboxOwner
    let kind: CorrespondenceKind?
  }

  private let pages = Mutex<[Page: [UUID]]>([:])

  /// These entries were listed, from the first.
  func remember(_ entries: [UUID], _ kind: CorrespondenceKind?, for owner: InboxOwner) {
    pages.withLock { $0[Page(owner: owner, kind: kind)] = entries }
  }

  /// What stood at a place, from 1; nil where nothing was listed there since the agent began.
  func entry(at number: Int, _ kind: CorrespondenceKind?, for owner: InboxOwner) -> UUID? {
    pages.withLock { pages in
      guard let page = pages[Page(owner: owner, kind: kind)], page.indices.contains(number - 1) else { return nil }
      return page[number - 1]
    }
  }
}
