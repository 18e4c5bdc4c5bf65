internal import CredentialStore
internal import FoundationEssentials
internal import ServerClient
internal import VaultModel

/// What servers are still to be told, kept in the credential store: a session's token is in it.
struct CredentialDeregistrationStore: DeregistrationStore {
  let store: any CredentialStore

  func pending() async throws -> [PendingDeregistration] { try await records().map(\.deregistration) }

  func save(_ deregistration: PendingDeregistration) async throws {
    try await store.set(deregistration.encoded(), for: .newDeregistration)
  }

  func forget(_ user: UUID, at origin: ServerOrigin) async throws {
    for (name, deregistration) in try await records()
    where deregistration.user == user && deregistration.origin == origin {
      try await store.remove(name)
    }
  }

  private func records() async throws -> [(name: CredentialName, deregistration: PendingDeregistration)] {
    var records: [(CredentialName, PendingDeregistration)] = []
    for name in try await store.names() where name.isDeregistration {
      if let deregistration = try await deregistration(name) { records.append((name, deregistration)) }
    }
    return records
  }

  /// Nil for one that can't be read any more: nothing could be done with it, and the others must not wait for it.
  private func deregistration(_ name: CredentialName) async throws -> PendingDeregistration? {
    do throws(CredentialStoreError) {
      guard let value = try await store.value(for: name) else { return nil }
      return PendingDeregistration(decoding: value)
    } catch {
      guard error.code == .damaged else { throw error }
      return nil
    }
  }
}

extension CredentialName {
  private static let departures = "departure/"

  /// A server that is still to be told that this device was left.
  fileprivate static var newDeregistration: CredentialName {
    guard let name = CredentialName(departures + UUID().text) else { preconditionFailure("the name is valid") }
    return name
  }

  /// Whether it is a ``newDeregistration``.
  fileprivate var isDeregistration: Bool { rawValue.hasPrefix(Self.departures) }
}
