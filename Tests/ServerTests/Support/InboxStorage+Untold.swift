import Foundation
import ServerAPI

@testable import VaultServer

extension InboxStorage {
  /// Sets the state of an item that no other person has proposed, so that there is nobody to tell.
  func setState(
    _ state: InboxState, ofItem sequence: Int64, of account: UUID, device: String?, at date: Date
  ) async throws -> StateOutcome {
    try await setState(state, ofItem: sequence, of: account, device: device, at: date) { _ in throw NobodyToTell() }
  }
}

private struct NobodyToTell: Error {}
