import Foundation
import Sealing
import SecretMemory
import ServerAPI
import Testing

@testable import VaultServer

/// What a refusal costs must not tell which emails exist. Compared is which hashes run, not how long they take.
@Suite("Decoys")
struct DecoyTests {
  /// What a login with a wrong password costs.
  private func cost(_ email: String, _ server: RunningServer) async throws -> [UInt32] {
    let before = server.hasher.costs.count
    let answer = try await server.login(email, "wrong horse")
    #expect(answer.code == .invalidCredentials)
    return server.hasher.costs.dropFirst(before).map(\.memoryKiB).sorted()
  }

  @Test("after the memory of hashes was changed an unknown email costs what the stored hashes cost")
  func changed() async throws {
    let storage = try TestStorage.make()
    try await RunningServer.run(storage: storage) { try await $0.addAccount() }
    try await RunningServer.run(storage: storage, hasher: try CountingHasher(memoryKiB: 32)) { server async throws in
      #expect(try await cost("ada@example.org", server) == [8])
      #expect(try await cost("nobody@example.org", server) == [8])
    }
  }

  @Test("where stored hashes cost one thing and another, every refusal costs both")
  func mixed() async throws {
    let storage = try TestStorage.make()
    try await RunningServer.run(storage: storage) { server async throws in
      for email in ["ada@example.org", "bob@example.org"] { try await server.addAccount(email) }
    }
    try await RunningServer.run(storage: storage, hasher: try CountingHasher(memoryKiB: 32)) { server async throws in
      #expect(try await server.login("bob@example.org").status == 201, "which makes its hash a dearer one")
      for email in ["ada@example.org", "bob@example.org", "nobody@example.org"] {
        #expect(try await cost(email, server) == [8, 32], "\(email)")
      }
      #expect(try await server.login().status == 201)
      for email in ["ada@example.org", "nobody@example.org"] {
        #expect(try await cost(email, server) == [32], "\(email)")
      }
    }
  }

  @Test("without any account a refusal costs what a new hash would")
  func empty() async throws {
    try await RunningServer.run(hasher: try CountingHasher(memoryKiB: 16)) { server async throws in
      #expect(try await cost("nobody@example.org", server) == [16])
    }
  }

  @Test(
    "what stored hashes cost is read from their beginnings alone",
    arguments: [
      "$argon2id$v=19$m=65536,t=3,p=1$": true, "$argon2id$v=19$m=65536,t=3,p=1": false, "hash": false, "": false,
      "$argon2i$v=19$m=65536,t=3,p=1$": false,
    ])
  func beginnings(_ text: String, _ isOne: Bool) {
    #expect((PasswordHash.parameters(ofBeginning: text) != nil) == isOne)
  }
}
