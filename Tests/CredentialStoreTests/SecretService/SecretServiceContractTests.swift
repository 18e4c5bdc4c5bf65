import PrivateDesktop
import Testing

extension SecretServiceSuites {
  @Suite("The contract, in a real GNOME Keyring")
  struct SecretServiceContractTests {
    @Test("keeps the contract", arguments: CredentialStoreContract.allCases)
    func contract(clause: CredentialStoreContract) async throws {
      let keyring = try PrivateKeyring()
      // GNOME Keyring writes the whole keyring anew for each item: a hundred are many for it.
      try await clause.verify(keyring.bus.store(), manyItems: 100)
    }
  }
}
