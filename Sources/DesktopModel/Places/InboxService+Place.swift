public import AgentAPI
public import FoundationEssentials

extension InboxService {
  /// The item that a place names; looking for it does not read it.
  ///
  /// - Parameter push: what it has to be; nil for whatever has that number.
  /// - Throws: as ``PlaceFailure/noItem`` where there is none, or another one has its number, as after a login of another user.
  public func item(_ number: Int64, push: UUID?) async throws(Failure) -> InboxRow {
    let listing = try await inbox(limit: 1, before: number == .max ? nil : number + 1)
    guard let item = listing.items.first, item.number == number, push == nil || item.identity?.push == push else {
      throw PlaceFailure.noItem
    }
    return item
  }
}
