internal import AgentAPI
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import ServerAPI
internal import ServerClient
internal import VaultModel

/// The requests about what the user calls people.
struct NameController: Sendable {
  let owners: any InboxOwnerResolving
  let store: InboxStore
  let people: PersonResolver
  let server: any Naming & Following

  /// Calls somebody something.
  ///
  /// - Parameter text: nil for nothing any more.
  /// - Returns: what was done, in a sentence.
  func name(_ reference: String, _ text: String?) async throws(Failure) -> LocalizedText {
    let owner = try await owners.owner()
    let user = try await people.user(reference, for: owner)
    guard user != owner.user else {
      throw Failure(
        .usage, "That is you; nobody gives themselves a nickname.", hint: "vault people shows whom you can name.")
    }
    var nickname: Nickname?
    if let text {
      do throws(Nickname.Refusal) { nickname = try Nickname(text) } catch { throw Failure(error) }
    }
    do { try await server.setNickname(nickname, of: user) } catch { throw Failure(error, naming: user) }
    try await remember(nickname?.text, user, owner)
    let profile = try await server.reachableProfile(of: user)
    let name = PersonTitle(name: profile?.name ?? "", user: user).text
    guard let nickname else { return "\(name) has no name of yours." }
    return "\(name) is \(nickname.text) for you now, on all your devices."
  }

  private func remember(_ nickname: String?, _ user: UUID, _ owner: InboxOwner) async throws(Failure) {
    do throws(InboxStoreError) { try await store.setNickname(nickname, of: user, for: owner) } catch {
      // Whose inbox was never here has nothing to show names in; the first connection fetches them.
      if error.code != .unknownOwner { throw Failure(error) }
    }
  }
}

extension Failure {
  fileprivate init(_ refusal: Nickname.Refusal) {
    let what: LocalizedText =
      switch refusal {
      case .length: "A name has 1 to \(Nickname.characterCount.upperBound) characters."
      case .unseen: "A name has no character that can't be seen."
      case .spaces: "A name has single spaces, and none at its ends."
      case .reference: "A name is nothing that could be an email, an ID or a code."
      }
    self.init(.usage, what, hint: "vault people name PERSON --remove takes a name away.")
  }

  fileprivate init(_ error: ServerClientError, naming user: UUID) {
    switch error.code {
    case .conflict:
      self.init(
        .usage, "That looks like your name for somebody else.",
        hint: "Choose another, or rename that one: vault people.")
    default: self.init(error, about: user.text)
    }
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to names: NameController) {
    on(NamePerson.self) { (request) throws(Failure) in
      Acknowledgement(try await names.name(request.user, request.nickname))
    }
  }
}
