import Foundation
import ServerAPI
import Testing

@testable import VaultServer

extension RunningServer {
  /// Stores pushes without the network, numbered in their payloads from `first` on.
  func store(_ count: Int, from first: Int = 1, for account: UUID) async throws {
    for number in first..<first + count {
      _ = try await storage.append(
        StoredPush(
          id: UUID(), sender: .account(account), recipient: .alias(account), idempotencyKey: nil,
          payload: #"{"n":\#(number)}"#, createdAt: clock.now, expiresAt: nil))
    }
  }

  /// Has the server forget all but the newest items.
  func keepOnly(_ count: Int) async throws { try await storage.expireInboxes(before: .distantPast, keeping: count) }

  /// A configuration that keeps streams alive fifty times a second.
  static func beatingFast(_ configuration: inout ServerConfiguration) { configuration.heartbeat = .milliseconds(20) }

  /// The names of a user's devices.
  func devices(of account: UUID) async throws -> [String] { try await storage.devices(of: account).map(\.name) }

  /// Adds an account.
  ///
  /// - Returns: its id.
  func accountID(_ email: String = "ada@example.org") async throws -> UUID { try await addAccount(email).id }

  /// Registers a device of another user's, after it was anybody's.
  func takeDevice(_ token: String, for account: UUID) async throws {
    for former in try await storage.accounts(now: clock.now) { _ = try await storage.unregister(token, of: former.id) }
    let device = Device(token: token, platform: "other", name: "other", registeredAt: clock.now, lastSeenAt: clock.now)
    #expect(try await storage.register(device, of: account, atMost: 10) == .registered(device))
  }

  /// Whether all of the user's devices have acknowledged a push.
  func isDelivered(_ push: UUID, of account: UUID) async throws -> Bool {
    let status = try await storage.status(ofPush: push, from: .account(account), now: clock.now)
    return status?.deliveries.allSatisfy { $0.state != .stored } ?? false
  }
}
