public import FoundationEssentials
public import VaultModel

/// What one `VTODO` says of what the vault knows: of a task, or of a subtask.
public struct TodoItem: Equatable, Sendable {
  /// The `UID` as the file has it.
  public var uid: String
  /// The `UID` as an id (see `UUID.init(calendarUID:)`).
  public var id: UUID
  /// The `UID` that `RELATED-TO` names as its parent.
  public var parent: String?
  /// Where it stands among its siblings: `X-APPLE-SORT-ORDER`, else the seconds since 2001 when it was made, as Apple
  /// Reminders and Nextcloud Tasks have it.
  public var order: Double
  /// `SUMMARY`: a name, or what stands for a sealed one.
  public var summary = ""
  /// Its texts, each in its field's property; what is empty is left out.
  private var texts: [String: String] = [:]
  /// `DUE`, else `DTSTART` and `DURATION` together.
  public var dueDate: Date?
  /// Whether `DUE` is a day.
  public var isAllDay = false
  /// Whether `STATUS` says that nothing is left to do.
  public var isDone = false
  /// `COMPLETED`.
  public var completedAt: Date?
  /// Whether it has an alarm.
  public var notify = false
  /// `PRIORITY`: 1 to 4 are high, 5 is medium, 6 to 9 are low.
  public var priority: Priority?
  /// `CATEGORIES`.
  public var tags: [String] = []
  /// `RRULE`.
  public var recurrence: RecurrenceRule?
  /// Whether `SUMMARY` only stands for a sealed text, so that nothing else of the text may be in the file.
  public var isPrivate = false
  /// `X-VAULT-SEAL`.
  public var seal: SealReference?
  /// `X-VAULT-ALWAYS-VERIFY`.
  public var alwaysVerify = false
  /// `X-VAULT-DESTRUCTION`.
  public var destruction: Destruction?
  /// `CREATED`, else `DTSTAMP`, else `LAST-MODIFIED`, else ``undated``.
  public var createdAt: Date
  /// `LAST-MODIFIED`.
  public var modifiedAt: Date

  /// Makes an open one with a `UID` made of its id.
  init(id: UUID, order: Double, createdAt: Date) {
    self.id = id
    uid = id.text
    self.order = order
    self.createdAt = createdAt
    modifiedAt = createdAt
  }

  /// The text of a field; nil for none.
  public subscript(_ field: TaskField) -> String? {
    get { texts[field.name] }
    set { texts[field.name] = newValue }
  }

  /// When one was made that says nothing of it: always the same, so that it is the same each time it is read.
  public static let undated = Date(timeIntervalSince1970: 0)

  /// What a protected task without a label is called.
  static let unnamed = "Protected task"
  /// What a protected task's subtasks are called.
  static let unnamedSubtask = "Protected subtask"
}

extension UUID {
  /// The id of a `UID`: the one it is, if it is a UUID, else one that only depends on its bytes.
  ///
  /// That is two 64-bit FNV-1a hashes with different beginnings, marked as an RFC 9562 UUID of version 8: stable and
  /// spread well, and no protection from someone who seeks two texts with one hash. They would only spoil their own files.
  public init(calendarUID uid: String) {
    if let id = UUID(text: uid) {
      self = id
      return
    }
    let halves = [0xCBF2_9CE4_8422_2325, 0x6C62_272E_07BB_0142].map { Self.hash(uid, $0) }
    let bytes = halves.flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64(56 - 8 * $0)) } }
    self.init(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6] & 0x0F | 0x80, bytes[7],
        bytes[8] & 0x3F | 0x80, bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }

  private static func hash(_ text: String, _ beginning: UInt64) -> UInt64 {
    text.utf8.reduce(beginning) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
