import Foundation
import ServerAPI
import Testing

@testable import VaultServer

extension RunningServer {
  /// An account has named as many as there is room for.
  func fillNicknames(of account: UUID) async throws {
    try await storage.direct.write { transaction in
      for number in 0..<ServerLimits.nicknameCount {
        let id = UUID()
        try transaction.insert(
          StoredAccount(
            id: id, email: EmailAddress(stored: "n\(number)@example.net"), passwordHash: "", createdAt: Date()))
        try transaction.execute(
          "INSERT INTO nicknames (account, named, nickname, nameKey) VALUES (?, ?, ?, ?)",
          [account, id, "Number \(number)", "number \(number)"])
      }
    }
  }
}
