import Sealing
import SecretMemory
import Testing

@testable import VaultServer

@Suite("Password hashes")
struct PasswordHashTests {
  @Test("a hash survives its string form, and fits its password alone")
  func roundTrip() throws {
    let hasher = try CountingHasher()
    let hash = try hasher.hash(try SecretBytes(Array("correct horse".utf8)))
    let read = try #require(PasswordHash(phc: hash.phc))
    #expect(read == hash)
    #expect(hash.phc.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
    #expect(try hasher.matches(try SecretBytes(Array("correct horse".utf8)), read))
    #expect(try !hasher.matches(try SecretBytes(Array("correct horsf".utf8)), read))
  }

  @Test("the same password never has the same hash twice")
  func salted() throws {
    let hasher = try CountingHasher()
    let password = try SecretBytes(Array("correct horse".utf8))
    #expect(try hasher.hash(password).phc != hasher.hash(password).phc)
  }

  @Test(
    "other strings are refused",
    arguments: [
      "", "$", "$argon2i$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AA", "$argon2id$v=16$m=8,t=1,p=1$AAAA$AAAA",
      "$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AA",
      "$argon2id$v=19$m=99999999,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AA",
      "$argon2id$v=19$t=1,m=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AA", "plain",
    ])
  func refused(_ text: String) { #expect(PasswordHash(phc: text) == nil) }

  @Test("a hash that costs less than a new one would is outdated, a dearer one is not")
  func outdated() throws {
    let password = try SecretBytes(Array("correct horse".utf8))
    let (cheap, dear) = (try CountingHasher(), try CountingHasher(iterations: 2))
    #expect(dear.isOutdated(try cheap.hash(password)))
    #expect(!cheap.isOutdated(try dear.hash(password)))
  }
}
