import Foundation
import Testing

@testable import VaultServer

/// What every storage does, SQLite in a file and in memory, and PostgreSQL alike.
@Suite("Storage contract")
struct StorageContractTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func account(_ email: String, hash: String = "hash") throws -> StoredAccount {
    StoredAccount(id: UUID(), email: try #require(EmailAddress(email)), passwordHash: hash, createdAt: now)
  }

  private func session(_ number: UInt8, of account: StoredAccount, usedAt offset: Double = 0) -> StoredSession {
    StoredSession(
      tokenHash: [UInt8](repeating: number, count: 32), accountID: account.id, createdAt: now,
      lastUsedAt: now.addingTimeInterval(offset), expiresAt: now.addingTimeInterval(offset + 100))
  }

  @Test("an account is found without regard to case, and an email is taken once", arguments: StorageKind.allCases)
  func accounts(_ kind: StorageKind) async throws {
    try await kind.with { storage async throws in
      let ada = try account("Ada@example.org")
      try await storage.add(ada)
      #expect(try await storage.account(email: try #require(EmailAddress("ADA@EXAMPLE.ORG"))) == ada)
      await #expect(throws: AccountStorageError.emailTaken) { try await storage.add(try account("ada@example.org")) }
      #expect(try await storage.account(email: try #require(EmailAddress("b@example.org"))) == nil)
      try await storage.ping()
    }
  }

  @Test("accounts are listed by email with the sessions that live", arguments: StorageKind.allCases)
  func listing(_ kind: StorageKind) async throws {
    try await kind.with { storage async throws in
      let (bob, ada) = (try account("bob@example.org"), try account("Ada@example.org"))
      try await storage.add(bob)
      try await storage.add(ada)
      _ = try await storage.begin(session(1, of: bob), ifPasswordHashIs: "hash", atMost: 9)
      _ = try await storage.begin(session(2, of: bob, usedAt: -200), ifPasswordHashIs: "hash", atMost: 9)
      let listed = try await storage.accounts(now: now)
      #expect(listed.map(\.email.display) == ["Ada@example.org", "bob@example.org"])
      #expect(listed.map(\.sessionCount) == [0, 1])
    }
  }

  @Test(
    "accounts are found by id and by how their emails begin, after another, and no more than asked",
    arguments: StorageKind.allCases)
  func accountQueries(_ kind: StorageKind) async throws {
    try await kind.with { storage async throws in
      let all = try ["ada@a.org", "B~@a.org", "b1@a.org", "c@a.org"].map { try account($0) }
      for one in all { try await storage.add(one) }
      func found(_ query: AccountQuery) async throws -> [String] {
        try await storage.accounts(query, now: now).map(\.email.display)
      }
      #expect(try await found(AccountQuery(id: all[3].id)) == ["c@a.org"])
      #expect(try await found(AccountQuery(id: UUID())) == [])
      #expect(try await found(AccountQuery(prefix: "B")) == ["b1@a.org", "B~@a.org"])
      #expect(try await found(AccountQuery(after: "ADA@a.org", limit: 2)) == ["b1@a.org", "B~@a.org"])
      #expect(try await found(AccountQuery(prefix: "b", after: "b1@a.org")) == ["B~@a.org"])
    }
  }

  @Test("a session is begun, found, extended and ended", arguments: StorageKind.allCases)
  func sessions(_ kind: StorageKind) async throws {
    try await kind.with { storage async throws in
      let ada = try account("ada@example.org")
      try await storage.add(ada)
      let begun = session(1, of: ada)
      #expect(try await storage.begin(begun, ifPasswordHashIs: "hash", atMost: 9))
      let found = try #require(try await storage.session(tokenHash: begun.tokenHash))
      #expect(found.0 == begun && found.1 == ada)
      let later = now.addingTimeInterval(50)
      try await storage.extend(tokenHash: begun.tokenHash, usedAt: later, expiresAt: later.addingTimeInterval(100))
      #expect(try await storage.session(tokenHash: begun.tokenHash)?.0.expiresAt == later.addingTimeInterval(100))
      try await storage.end(tokenHash: begun.tokenHash)
      try await storage.end(tokenHash: begun.tokenHash)
      #expect(try await storage.session(tokenHash: begun.tokenHash) == nil)
    }
  }

  @Test("no session begins for a password that was changed meanwhile", arguments: StorageKind.allCases)
  func staleLogin(_ kind: StorageKind) async throws {
    try await kind.with { storage async throws in
      let ada = try account("ada@example.org")
      try await storage.add(ada)
      #expect(try await !storage.begin(session(1, of: ada), ifPasswordHashIs: "other", atMost: 9))
      #expect(try await storage.removeAccount(email: ada.email))
      #expect(try await !storage.begin(session(1, of: ada), ifPasswordHashIs: "hash", atMost: 9))
    }
  }

  @Test("a new password and a removal end the account's sessions and no others", arguments: StorageKind.allCases)
  func revocation(_ kind: StorageKind) async throws {
    try await kind.with { storage async throws in
      let (ada, bob) = (try account("ada@example.org"), try account("bob@example.org"))
      for one in [ada, bob] { try await storage.add(one) }
      _ = try await storage.begin(session(1, of: ada), ifPasswordHashIs: "hash", atMost: 9)
      _ = try await storage.begin(session(2, of: bob), ifPasswordHashIs: "hash", atMost: 9)
      #expect(try await storage.replaceHash(of: ada.id, from: "hash", to: "stronger"))
      #expect(try await !storage.replaceHash(of: ada.id, from: "hash", to: "stronger"))
      #expect(try await storage.session(tokenHash: session(1, of: ada).tokenHash) != nil)
      #expect(try await storage.setPasswordHash(email: ada.email, to: "new"))
      #expect(try await storage.session(tokenHash: session(1, of: ada).tokenHash) == nil)
      #expect(try await storage.session(tokenHash: session(2, of: bob).tokenHash) != nil)
      #expect(try await storage.removeAccount(email: bob.email))
      #expect(try await !storage.removeAccount(email: bob.email))
      #expect(try await !storage.setPasswordHash(email: bob.email, to: "new"))
      #expect(try await storage.session(tokenHash: session(2, of: bob).tokenHash) == nil)
    }
  }

  @Test("beyond the most, the sessions unused longest end; expired ones are swept", arguments: StorageKind.allCases)
  func bounds(_ kind: StorageKind) async throws {
    try await kind.with { storage async throws in
      let ada = try account("ada@example.org")
      try await storage.add(ada)
      for number in 1...5 {
        _ = try await storage.begin(
          session(UInt8(number), of: ada, usedAt: Double(number)), ifPasswordHashIs: "hash", atMost: 3)
      }
      var alive: [UInt8] = []
      for number in 1...5 as ClosedRange<UInt8>
      where try await storage.session(tokenHash: session(number, of: ada).tokenHash) != nil { alive.append(number) }
      #expect(alive == [3, 4, 5])
      try await storage.removeExpired(before: now.addingTimeInterval(104.5))
      #expect(try await storage.accounts(now: .distantPast).map(\.sessionCount) == [1])
    }
  }
}
