import Foundation

@testable import VaultServer

extension ExpiryStorage {
  /// Takes all steps.
  func expire(_ what: Expirable, limit: Int = 100) async throws {
    while try await expireOnce(what, limit: limit) {}
  }

  /// Removes items that are old or too many, and what is left of their pushes.
  func expireInboxes(before date: Date, keeping count: Int, limit: Int = 100) async throws {
    try await expire(.items(before: date, keeping: count), limit: limit)
    try await expire(.pushes(before: date), limit: limit)
    try await expire(.feedback(before: date), limit: limit)
  }

  /// Removes messages that are old or too many.
  func expireMessages(before date: Date, keeping count: Int) async throws {
    try await expire(.messages(before: date, keeping: count))
  }

  /// Removes sessions and invitations that have ended.
  func removeExpired(before date: Date) async throws { try await expire(.sessions(before: date)) }
}
