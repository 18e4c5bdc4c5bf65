public import AgentAPI
public import FoundationEssentials

extension ThreadService {
  /// The conversation or the channel that a place names, as far as it is here; looking for it reads and begins nothing.
  ///
  /// - Throws: as ``PlaceFailure/noThread`` where there is none of that kind.
  public func thread(_ id: UUID, isConversation: Bool) async throws(Failure) -> ChannelRow {
    let page: ChannelHistory
    do throws(Failure) {
      page = try await history(of: id, limit: 1, before: nil, asksServer: false, isSeen: false)
    } catch {
      if error.code == .usage { throw PlaceFailure.noThread }
      throw error
    }
    guard (page.channel.isConversation == true) == isConversation else { throw PlaceFailure.noThread }
    return page.channel
  }
}
