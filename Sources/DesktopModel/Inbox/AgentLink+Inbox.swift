public import AgentAPI
public import FoundationEssentials
internal import VaultClient

extension AgentLink: InboxService {
  public func inbox(limit: Int, before number: Int64?) async throws(Failure) -> InboxListing {
    var listing: InboxListing
    do throws(Failure) { listing = try await send(ListInbox(limit: limit, before: number)) } catch {
      if error.code == .refused { forgetNames(of: nil) }
      throw error
    }
    if listing.owner != contactsOwner { forgetNames(of: listing.owner) }
    followNames(listing.items.first)
    listing.items = listing.items.map(named)
    return listing
  }

  public func open(_ item: InboxRow) async throws(Failure) -> InboxRow {
    named(try await send(ShowInboxItem(number: item.number, identity: item.identity)))
  }

  public func markAllRead() async throws(Failure) { _ = try await send(ReadInboxItems(numbers: nil)) }

  public func delete(_ item: InboxRow) async throws(Failure) {
    // By number alone: after a login of somebody else that is another item.
    let present = try await self.item(item.number, push: item.identity?.push)
    guard present.identity?.owner == item.identity?.owner else { throw PlaceFailure.noItem }
    _ = try await send(DeleteInboxItems(numbers: [item.number]))
  }

  public func decide(_ isAccepted: Bool, _ item: InboxRow) async throws(Failure) -> InboxRow {
    named(
      isAccepted
        ? try await ask(AcceptInboxItem(number: item.number, identity: item.identity))
        : try await ask(RejectInboxItem(number: item.number, identity: item.identity)))
  }

  public func task(called shortID: String) async throws(Failure) -> UUID { try await send(ShowTask(task: shortID)).id }

  /// With the sender's name alone where that says who it is.
  private func named(_ item: InboxRow) -> InboxRow {
    guard let text = item.sender?.text else { return item }
    var item = item
    item.sender?.text = names.plain(text)
    return item
  }
}
