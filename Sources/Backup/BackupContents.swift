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

  /// Where the reminder of a task, or of one of its subtasks, stands.
  public struct Reminder: Codable, Equatable, Sendable {
    /// The subtask; nil for the task itself.
    public var subtask: UUID?
    /// The date of the reminder that was shown; nil when none was.
    public var delivered: Date?
    /// Until when it was put off; nil when it was not.
    public var snoozedUntil: Date?

    /// Says where it stands.
    public init(subtask: UUID?, delivered: Date?, snoozedUntil: Date?) {
      (self.subtask, self.delivered, self.snoozedUntil) = (subtask, delivered, snoozedUntil)
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
  /// The reminders that were shown or put off, by their tasks.
  public var reminders: [UUID: [Reminder]]

  /// Puts a backup together; `createdAt` loses its fraction of a second.
  public init(
    createdAt: Date, ownerHeader: [UInt8], records: [Record], tasks: [TodoTask], reminders: [UUID: [Reminder]] = [:]
  ) {
    self.createdAt = Date(timeIntervalSince1970: createdAt.timeIntervalSince1970.rounded(.down))
    self.ownerHeader = ownerHeader
    self.records = records
    self.tasks = tasks
    self.reminders = reminders
  }
}
