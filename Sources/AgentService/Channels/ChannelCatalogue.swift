internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerAPI
internal import ServerClient

/// Asks the server for its catalogue of channels.
protocol CatalogueReading: Sendable {
  /// All channels, unless they are those of the tag.
  func catalogue(unlessTagged tag: String?) async throws(ServerClientError) -> CatalogueAnswer
}

extension AuthClient: CatalogueReading {
  func catalogue(unlessTagged tag: String?) async throws(ServerClientError) -> CatalogueAnswer {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.catalogue(unlessTagged: tag, at: origin, token: token)
    }
  }
}

/// The server's channels: asked for, kept, and found by what a person calls them.
struct ChannelCatalogue: Sendable {
  let store: InboxStore
  let server: any CatalogueReading

  /// Asks for the catalogue, where the server can be reached.
  ///
  /// - Returns: whether it could.
  func refresh(for owner: InboxOwner) async throws(Failure) -> Bool {
    let mark = await store.enrolmentMark
    let tag = try await InboxStoreError.asFailure(await store.catalogueTag(for: owner))
    let answer: CatalogueAnswer
    do throws(ServerClientError) { answer = try await server.catalogue(unlessTagged: tag) } catch {
      let failure = Failure(error)
      guard failure.code == .unavailable || failure.code == .tryLater else { throw failure }
      return false
    }
    do throws(InboxStoreError) {
      switch answer {
      case .same: try await store.confirmCatalogue(at: Date(), for: owner)
      case .changed(let catalogue, let tag):
        try await store.save(catalogue, tag: tag, at: Date(), asOf: mark, for: owner)
      }
    } catch { throw Failure(error) }
    return true
  }

  /// The catalogue that is kept.
  func present(for owner: InboxOwner) async throws(Failure) -> CachedCatalogue {
    try await InboxStoreError.asFailure(await store.catalogue(for: owner))
  }

  /// The channel that is called so, in the catalogue that is kept; where none is, or several are, in the server's. The whole id of a user
  /// means the conversation with them, where there is one.
  func channel(_ text: String, for owner: InboxOwner) async throws(Failure) -> ChannelEntry {
    if let user = UUID(uuidString: text),
      let conversation = try await InboxStoreError.asFailure(await store.conversation(with: user, for: owner))
    {
      return conversation
    }
    let name = ChannelName(text: text)
    var found = name.channels(among: try await present(for: owner).channels)
    if found.count == 1 { return found[0] }
    // One of them may be gone, or there is a new one.
    let isCurrent = try await refresh(for: owner)
    if isCurrent { found = name.channels(among: try await present(for: owner).channels) }
    guard found.count < 2 else { throw ChannelName.ambiguity(of: found) }
    if let channel = found.first { return channel }
    let named = text.prefix(80)
    throw Failure(
      .usage,
      isCurrent
        ? "There is no channel \u{201C}\(named)\u{201D}."
        : "There is no channel \u{201C}\(named)\u{201D} in what is known of them, and the server can't be reached.",
      hint: "See vault channels.")
  }
}
