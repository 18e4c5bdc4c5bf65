internal import AgentAPI
internal import Inbox
internal import Localization

/// What the server had deleted before it could be fetched, until the person was shown it.
extension InboxStore {
  /// What an owner was not told yet.
  func lostItems(of owner: InboxOwner) throws(Failure) -> [LostItems] {
    do throws(InboxStoreError) { return try unreportedLosses(for: owner).map { LostItems($0) } } catch {
      // Nothing was fetched for them yet, so nothing is lost.
      guard error.code != .unknownOwner else { return [] }
      throw Failure(error)
    }
  }

  /// The person has seen these.
  func pass(_ losses: [LostItems], of owner: InboxOwner) throws(Failure) {
    try InboxStoreError.asFailure(now: passLosses(losses.map { InboxLoss($0) }, for: owner))
  }
}

extension LostItems {
  fileprivate init(_ loss: InboxLoss) {
    self.init(channel: loss.channel, title: loss.title.isEmpty ? nil : loss.title, count: Int(loss.count))
  }
}

extension InboxLoss {
  fileprivate init(_ loss: LostItems) {
    self.init(channel: loss.channel, title: loss.title ?? "", count: Int64(loss.count))
  }
}
