public import FoundationEssentials
public import VaultModel

/// What a backup brings back: everything but logins to servers and the keys of this one machine.
public struct BackupContents: Equatable, Sendable {
  /// A protected text as it is stored: sealed.
  public struct Record: Equatable, Sendable {
    /// Its name in the credential store.
    public var name: String
    /// The sealed bytes.
    public var sealed: [UInt8]

    /// Names sealed bytes.
    public init(name: String, sealed: [UInt8]) {
      self.name = name
      self.sealed = sealed
    }
  }

  /// When it was made, in whole seconds.
  public var createdAt: Date
  /// The owner's public half and recovery slot, which needs no other secret than the recovery code. It is the only part that
  /// stands in the open.
  public var ownerHeader: [UInt8]
  /// The protected texts, sealed.
  public var records: [Record]
  /// All tasks.
  public var tasks: [TodoTask]

  /// Puts a backup together; `createdAt` loses its fraction of a second.
  public init(createdAt: Date, ownerHeader: [UInt8], records: [Record], tasks: [TodoTask]) {
    self.createdAt = Date(timeIntervalSince1970: createdAt.timeIntervalSince1970.rounded(.down))
    self.ownerHeader = ownerHeader
    self.records = records
    self.tasks = tasks
  }
}
