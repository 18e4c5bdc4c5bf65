internal import CredentialStore
internal import FoundationEssentials
internal import ServerClient

/// What servers are still to be told, kept in the credential store: a session's token is in it.
struct CredentialDeregistrationStore: DeregistrationStore {
  let store: any CredentialStore

  func departures() async throws -> [PendingDeregistration] { try await records().map(\.departure) }

  func keep(_ departure: PendingDeregistration) async throws {
    try await store.set(departure.encoded(), for: .newDeparture)
  }

  func forget(_ user: UUID, at origin: ServerOrigin) async throws {
    for (name, departure) in try await records() where departure.user == user && departure.origin == origin {
      try await store.remove(name)
    }
  }

  private func records() async throws -> [(name: CredentialName, departure: PendingDeregistration)] {
    var records: [(CredentialName, PendingDeregistration)] = []
    for name in try await store.names() where name.isDeparture {
      if let departure = try await departure(name) { records.append((name, departure)) }
    }
    return records
  }

  /// Nil for one that can't be read any more: nothing could be done with it, and the others must not wait for it.
  private func departure(_ name: CredentialName) async throws -> PendingDeregistration? {
    do throws(CredentialStoreError) {
      guard let value = try await store.value(for: name) else { return nil }
      return PendingDeregistration(decoding: value)
    } catch {
      guard error.code == .damaged else { throw error }
      return nil
    }
  }
}
