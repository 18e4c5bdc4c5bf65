import Foundation
import GRDB
import ServerAPI
import Testing

@testable import VaultServer

extension RunningServer {
  /// An account has named as many as there is room for.
  func fillNicknames(of account: UUID) async throws {
    let storage = try #require(self.storage as? SQLiteStorage)
    try await storage.engine.writer.write { database in
      for number in 0..<ServerLimits.nicknameCount {
        let id = UUID()
        try SQLiteTransaction(database).insert(
          StoredAccount(
            id: id, email: EmailAddress(stored: "n\(number)@example.net"), passwordHash: "", createdAt: Date()))
        try database.execute(
          sql: "INSERT INTO nicknames (account, named, nickname, nameKey) VALUES (?, ?, ?, ?)",
          arguments: [account.uuidString, id.uuidString, "Number \(number)", "number \(number)"])
      }
    }
  }
}
