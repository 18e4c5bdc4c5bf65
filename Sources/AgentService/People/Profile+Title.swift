internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerAPI
internal import ServerClient
internal import VaultModel

extension Profile {
  /// What people read of the person.
  var shownName: String { PersonTitle(name: name, nickname: nickname, user: user).text }
}

extension Following {
  /// Who somebody is; nil where the server can't say so now: what was asked for does not fail for that.
  ///
  /// - Throws: ``Failure`` where there is no such user.
  func reachableProfile(of user: UUID) async throws(Failure) -> Profile? {
    do throws(ServerClientError) { return try await profile(of: user) } catch {
      let failure = Failure(error, about: user.text)
      guard failure.code == .unavailable || failure.code == .tryLater else { throw failure }
      return nil
    }
  }

  /// What people read of somebody; where the server can't say so now, the beginning of the id alone.
  func shownName(of user: UUID) async throws(Failure) -> String {
    try await reachableProfile(of: user)?.shownName ?? PersonTitle(name: "", user: user).text
  }
}
