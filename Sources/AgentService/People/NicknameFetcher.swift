internal import AgentAPI
internal import AgentInbox
internal import FoundationEssentials
internal import Inbox
internal import Localization
internal import Logging
internal import ServerAPI
internal import ServerClient
internal import ServiceLifecycle

/// What the user calls people.
protocol Naming: Sendable {
  /// Everybody whom the user has named.
  func nicknames() async throws(ServerClientError) -> Nicknames

  /// Calls a user something; nil for nothing any more.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` when there is no such user; ``ServerClientError/Code/conflict`` when somebody else has a
  ///   nickname that looks like it.
  func setNickname(_ nickname: Nickname?, of user: UUID) async throws(ServerClientError)
}

extension AuthClient: Naming {
  func nicknames() async throws(ServerClientError) -> Nicknames {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.nicknames(at: origin, token: token)
    }
  }

  func setNickname(_ nickname: Nickname?, of user: UUID) async throws(ServerClientError) {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      guard let nickname else { return try await api.removeNickname(of: user, at: origin, token: token) }
      try await api.setNickname(nickname, of: user, at: origin, token: token)
    }
  }
}

/// Asks for what the user calls people each time that there is a connection, so that what they did on another device is shown here, too.
struct NicknameFetcher: Service {
  let owners: any InboxOwnerResolving
  let store: InboxStore
  let sync: any PhaseStreaming
  let server: any Naming
  let logger: Logger

  /// How often the server is asked while people are named.
  private static let attemptCount = 3

  func run() async throws {
    await cancelWhenGracefulShutdown {
      for await phase in await sync.phases() where phase == .live {
        do throws(Failure) { try await fetch() } catch {
          logger.notice("what people are called could not be fetched", metadata: ["code": "\(error.code)"])
        }
      }
    }
  }

  /// Has what the server has.
  func fetch() async throws(Failure) {
    let owner = try await owners.owner()
    for _ in 0..<Self.attemptCount {
      let mark = await store.nicknameMark
      let nicknames: Nicknames
      do throws(ServerClientError) { nicknames = try await server.nicknames() } catch {
        // A server of before has none.
        if error.code == .notFound { return }
        throw Failure(error)
      }
      // Somebody else may have logged in meanwhile, and the answer be about theirs.
      guard try await owners.owner() == owner else { return }
      if try await InboxStoreError.asFailure(await store.save(nicknames, asOf: mark, for: owner)) { return }
    }
    logger.notice("what people are called changed while it was fetched")
  }
}
