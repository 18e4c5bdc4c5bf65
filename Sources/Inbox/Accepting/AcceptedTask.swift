public import CivilTime
public import FoundationEssentials
internal import Sealing
public import VaultModel

/// The task that an accepted push makes.
public struct AcceptedTask: Equatable, Sendable {
  /// What happened to the payload's due date.
  public enum Due: Equatable, Sendable {
    /// The task is due then.
    case kept(Date)
    /// The payload has none, and neither has the task.
    case missing
    /// The task was due then, before the push was accepted.
    case past(Date)
    /// The payload has one that can't be read: the task has none.
    case unreadable
  }

  /// The task. Its id is ``id(ofPush:)``.
  public let task: TodoTask
  /// What happened to the due date.
  public let due: Due

  /// Makes the task of a push.
  ///
  /// The reminder is on unless the payload's `notify` says false. A name is one line, so that line breaks in it become blanks;
  /// in the notes they become U+000A.
  ///
  /// - Parameters:
  ///   - push: the push's id.
  ///   - now: when it is accepted.
  ///   - zone: where a day ends at midnight.
  public init(_ payload: PushPayload, push: UUID, at now: Date, in zone: LocalZone = .system()) {
    let moment = payload.dueMoment(in: zone)
    due = Self.due(payload, moment?.date, now)
    var task = TodoTask(id: Self.id(ofPush: push), name: payload.title.onOneLine, createdAt: now)
    (task.dueDate, task.isAllDay) = (moment?.date, moment?.isAllDay ?? false)
    task.notes = payload.text.isEmpty ? nil : Self.lines(payload.text)
    task.notify = payload.notify ?? true
    self.task = task
  }

  private static func due(_ payload: PushPayload, _ date: Date?, _ now: Date) -> Due {
    guard let date else { return payload.hasUnreadableDue ? .unreadable : .missing }
    return date > now ? .kept(date) : .past(date)
  }

  /// With the one kind of line break that every store of tasks keeps.
  private static func lines(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false) { $0 == "\r\n" || $0 == "\r" }.joined(separator: "\n")
  }
}

extension AcceptedTask {
  /// The namespace of the tasks that pushes make: `c7b1f6a4-3f0e-4d5b-9a68-2f1d7e90b3c5`. It never changes, or a push that two
  /// devices accept would be two tasks.
  public static let namespace = UUID(
    uuid: (0xC7, 0xB1, 0xF6, 0xA4, 0x3F, 0x0E, 0x4D, 0x5B, 0x9A, 0x68, 0x2F, 0x1D, 0x7E, 0x90, 0xB3, 0xC5))

  /// The id of the task that a push makes, on whichever device and however often it is accepted: the first 16 bytes of the
  /// SHA-256 of ``namespace`` and the push's id, marked as version 8 (RFC 9562, sections 5.8 and 6.5).
  public static func id(ofPush push: UUID) -> UUID {
    var bytes = Array(SHA256.digest(of: namespace.bytes + push.bytes).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    return UUID(bytes: bytes) ?? push
  }
}
