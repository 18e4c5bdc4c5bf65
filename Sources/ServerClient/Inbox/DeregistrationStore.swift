public import FoundationEssentials

/// Remembers, beyond the end of the process, which servers are still to be notified that a device was left. What it keeps is secret.
public protocol DeregistrationStore: Sendable {
  /// All that are stored.
  func pending() async throws -> [PendingDeregistration]
  /// Stores one.
  func save(_ deregistration: PendingDeregistration) async throws
  /// Forgets those of a user of a server.
  func forget(_ user: UUID, at origin: ServerOrigin) async throws
}
