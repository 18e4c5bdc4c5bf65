internal import FoundationEssentials
internal import GRDB
internal import ServerAPI
internal import VaultModel

extension Database {
  /// The number that stands for an owner in the other tables.
  func number(of owner: InboxOwner) throws -> Int64 {
    let statement = try cachedStatement(sql: "SELECT number FROM owners WHERE server = ? AND user = ?")
    guard let number = try Int64.fetchOne(statement, arguments: [owner.server, Data(owner.user.bytes)]) else {
      throw InboxStoreError(.unknownOwner)
    }
    return number
  }

  /// How far an owner's inbox has come.
  func position(of owner: Int64) throws -> SequencePosition {
    let statement = try cachedStatement(sql: "SELECT highest, changes, lost, epoch FROM owners WHERE number = ?")
    guard let row = try Row.fetchOne(statement, arguments: [owner]) else { throw InboxStoreError(.unknownOwner) }
    return SequencePosition(
      sequence: try row.number("highest"), change: try row.number("changes"), lost: try row.number("lost"),
      epoch: try row.text("epoch").flatMap(Epoch.init))
  }

  /// Writes how far an owner's inbox has come; its numbering stays.
  func save(_ position: SequencePosition, of owner: Int64) throws {
    try cachedStatement(sql: "UPDATE owners SET highest = ?, changes = ?, lost = ? WHERE number = ?")
      .execute(arguments: [position.sequence, position.change, position.lost, owner])
  }
}
