import Testing

@testable import CredentialStore

@Suite("What the keyring shows of an item")
struct ItemIdentityTests {
  @Test("the id is hex SHA-256 of namespace, zero and name")
  func id() throws {
    // printf 'vault\0login' | sha256sum
    #expect(
      ItemIdentity.id(namespace: "vault", name: try credentialName("login"))
        == "f341ad9e69670a925a232ad3fc3c81227721b6fe4e29d168b573c303dc221448")
  }

  @Test("attributes hold the schema and two hashes, no text of ours")
  func attributes() throws {
    let attributes = ItemIdentity.attributes(namespace: "vault", name: try credentialName("login"))
    #expect(attributes.keys.sorted() == ["id", "namespace", "xdg:schema"])
    #expect(attributes["xdg:schema"] == "io.vault.Credential")
    for key in ["id", "namespace"] { #expect(attributes[key]?.wholeMatch(of: /[0-9a-f]{64}/) != nil) }
  }

  @Test("namespace and name can't be shifted into each other")
  func separation() throws {
    #expect(
      ItemIdentity.id(namespace: "ab", name: try credentialName("c"))
        != ItemIdentity.id(namespace: "a", name: try credentialName("bc")))
  }
}
