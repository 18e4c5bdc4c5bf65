internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import ServerAPI
internal import ServerClient

/// Knows whether the user is found by email.
protocol Findable: Sendable {
  /// Whether others find the user by email.
  ///
  /// - Throws: ``ServerClientError/Code/notFound`` from a server that is too old; so does the other.
  func isFindable() async throws(ServerClientError) -> Bool

  /// Has others find the user by email, or not.
  func setFindable(_ isFindable: Bool) async throws(ServerClientError)
}

extension AuthClient: Findable {
  func isFindable() async throws(ServerClientError) -> Bool {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.isFindable(at: origin, token: token)
    }
  }

  func setFindable(_ isFindable: Bool) async throws(ServerClientError) {
    try await withSession { (api, origin, token) async throws(ServerClientError) in
      try await api.setFindable(isFindable, at: origin, token: token)
    }
  }
}

/// The request to be found by email, or not.
struct FindabilityController: Sendable {
  let server: any Findable

  /// - Returns: what was done, in a sentence.
  func set(_ isFindable: Bool) async throws(Failure) -> LocalizedText {
    do throws(ServerClientError) { try await server.setFindable(isFindable) } catch {
      guard error.code == .notFound else { throw Failure(error) }
      throw Failure(.unsupported, "This server is too old to find people by email.", hint: "Have it updated.")
    }
    return isFindable
      ? "Whoever is logged in at your server and knows your whole email finds you by it now."
      : "Nobody finds you by your email."
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to findability: FindabilityController) {
    on(SetFindable.self) { (request) throws(Failure) in Acknowledgement(try await findability.set(request.isFindable)) }
  }
}
