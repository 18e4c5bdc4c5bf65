internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import ServerClient

/// Asks the server for its catalogue of channels, and keeps it.
struct CatalogueFetcher: Sendable {
  let inbox: InboxService
  let account: AccountService

  /// Asks for the catalogue, where the server can be reached.
  ///
  /// - Returns: whether it could.
  func refresh(for owner: InboxOwner) async throws(Failure) -> Bool {
    let mark = await inbox.store.enrolmentMark
    let tag: String?
    do { tag = try await inbox.store.catalogueTag(for: owner) } catch { throw Failure(error) }
    let answer: CatalogueAnswer
    do throws(Failure) {
      answer = try await account.withSession { (api, origin, token) async throws(ServerClientError) in
        try await api.catalogue(unlessTagged: tag, at: origin, token: token)
      }
    } catch {
      guard error.code == .unavailable || error.code == .tryLater else { throw error }
      return false
    }
    do throws(InboxStoreError) {
      switch answer {
      case .same: try await inbox.store.confirmCatalogue(at: Date(), for: owner)
      case .changed(let catalogue, let tag):
        try await inbox.store.keep(catalogue, tag: tag, at: Date(), asOf: mark, for: owner)
      }
    } catch { throw Failure(error) }
    return true
  }
}
