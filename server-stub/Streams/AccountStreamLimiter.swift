internal import FoundationEssentials
internal import NIOCore
internal import ServerAPI
internal import Synchronization

/// Bounds how many streams an account has at once, of all kinds together, so that none takes the connections of all.
final class AccountStreamLimiter: Sendable {
  private let maximum: Int
  private let connections = Mutex<[UUID: Set<ObjectIdentifier>]>([:])

  /// How long whoever has too many is asked to wait.
  private static let wait = Duration.seconds(10)

  init(maximum: Int) { self.maximum = maximum }

  /// Counts a connection among the account's streams, until it closes.
  ///
  /// - Throws: ``APIFailure`` with 429 when there are as many as there may be.
  func admit(_ connection: any Channel, of account: UUID) throws(APIFailure) {
    let id = ObjectIdentifier(connection)
    let isAdmitted = connections.withLock { connections in
      guard connections[account, default: []].count < maximum else { return false }
      connections[account, default: []].insert(id)
      return true
    }
    guard isAdmitted else {
      throw APIFailure(.tooManyRequests, "this account has \(maximum) streams open, which is the most; close one first")
        .retrying(after: Self.wait)
    }
    connection.closeFuture.whenComplete { [weak self] _ in self?.remove(id, of: account) }
  }

  private func remove(_ id: ObjectIdentifier, of account: UUID) {
    connections.withLock { connections in
      connections[account]?.remove(id)
      if connections[account]?.isEmpty == true { connections[account] = nil }
    }
  }
}
