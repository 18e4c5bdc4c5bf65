import CredentialStore
import Testing

@Suite("The in-memory store")
struct InMemoryCredentialStoreTests {
  @Test("keeps the contract", arguments: CredentialStoreContract.allCases)
  func contract(clause: CredentialStoreContract) async throws {
    try await clause.verify(InMemoryCredentialStore(), manyItems: 1000)
  }
}
