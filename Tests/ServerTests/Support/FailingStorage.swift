import Foundation

@testable import vault_server

/// A storage whose disk has gone.
struct FailingStorage: ServerStorage {
  struct Failure: Error {}

  func ping() async throws { throw Failure() }
  func add(_ account: StoredAccount) async throws { throw Failure() }
  func account(email: EmailAddress) async throws -> StoredAccount? { throw Failure() }
  func accounts(now: Date) async throws -> [AccountSummary] { throw Failure() }
  func removeAccount(email: EmailAddress) async throws -> Bool { throw Failure() }
  func setPasswordHash(email: EmailAddress, to hash: String) async throws -> Bool { throw Failure() }
  func replaceHash(of account: UUID, from old: String, to new: String) async throws -> Bool { throw Failure() }
  func begin(_ session: StoredSession, ifPasswordHashIs hash: String, atMost maximum: Int) async throws -> Bool {
    throw Failure()
  }
  func session(tokenHash: [UInt8]) async throws -> (StoredSession, StoredAccount)? { throw Failure() }
  func extend(tokenHash: [UInt8], usedAt: Date, expiresAt: Date) async throws { throw Failure() }
  func end(tokenHash: [UInt8]) async throws { throw Failure() }
  func removeExpired(before date: Date) async throws { throw Failure() }
}
