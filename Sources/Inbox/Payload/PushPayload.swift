public import CivilTime
public import FoundationEssentials
public import ServerAPI
public import VaultModel

/// What a push carries: JSON in the form of the Apple Push Notification service, with the vault's own members beside `aps`.
///
/// | member | is |
/// |---|---|
/// | `aps.alert` | a text, or an object with `title`, `subtitle` and `body`, or with keys of texts in their place |
/// | `aps.category` | `TASK` for a proposed task |
/// | `aps.badge`, `aps.sound`, `aps.thread-id`, `aps.interruption-level` | as there; a badge alone shows nothing, nor does what has none of them |
/// | `aps.content-available` | 1, without an alert, for a push that shows nothing |
/// | `kind` | ``PushKind``; without it a task where `category` or `due` says so, else a notice, or ``PushKind/data`` where there is `jsondata` |
/// | `due` | when the task is due: ISO 8601 with a zone, or seconds since 1970 |
/// | `day` | of a task that is due on a day without a time, that day, for instance `2027-01-22`; it counts only beside the moment of `due`, its end where the sender is |
/// | `notify` | false for a task without a reminder |
/// | `image` | a picture on the vault's own server: its id, its path or its whole address |
/// | `verify` | true where accepting asks who the user is |
/// | `subject` | of a ``PushKind/comment`` or ``PushKind/like``: what it is about, as ``FeedbackSubject`` has it |
/// | `proposal` | of a ``PushKind/decision``: the id of the push that was decided about |
/// | `jsondata` | exactly `id`, `message` and `sendername`, as an object or as a text that holds one |
///
/// Other members, `Simulator Target Bundle` among them, are ignored. What has no `aps` may be in the form of Firebase Cloud Messaging or
/// JPush (``ForeignPayload``). Whatever is wrong is listed in ``problems``, and what is
/// right is read all the same; the text itself is always there.
public struct PushPayload: Equatable, Sendable {
  /// The payload as it was sent.
  public let raw: String
  /// What it is about.
  public internal(set) var kind = PushKind.notice
  /// What it shows.
  public internal(set) var alert: PushAlert?
  /// Which actions it offers: `TASK` those of a proposal.
  public internal(set) var category: String?
  /// The number it would put on the application; what is shown there is the number of the person's own unread items.
  public internal(set) var badge: Int?
  /// The name of its sound; nil for none.
  public internal(set) var sound: String?
  /// What it belongs to.
  public internal(set) var threadID: String?
  /// How much it wants to interrupt.
  public internal(set) var interruption = InterruptionLevel.active
  /// Whether it shows nothing.
  public internal(set) var isSilent = false
  /// Whether that is because it has nothing to show, and not because it says so.
  public internal(set) var hasNothing = false
  /// When the task is due.
  public internal(set) var due: Date?
  /// The day on which it is due, where no time of it is meant.
  public internal(set) var dueDay: CivilDate?
  /// Whether there was a date that could not be read.
  public internal(set) var hasUnreadableDue = false
  /// Whether the task has a reminder; nil where nothing is said.
  public internal(set) var notify: Bool?
  /// Its picture.
  public internal(set) var picture: PushPicture?
  /// Whether accepting asks who the user is; true also where what is said about it can't be read.
  public internal(set) var needsVerification = false
  /// The push of the user's that it is about; nil where it names none.
  public internal(set) var proposal: UUID?
  /// What it says that somebody commented on or likes; nil where it names nothing.
  public internal(set) var subject: FeedbackSubject?
  /// The message it brings.
  public internal(set) var message: PushMessage?
  /// What is wrong with it, a few words each; empty when nothing is. Quotes nothing of it.
  public internal(set) var problems: [String] = []

  /// Whether it could not be read as a whole.
  public internal(set) var isUnreadable = false

  /// Reads a payload. Takes time and memory in proportion to at most ``ServerAPI/ServerLimits/payloadByteCount`` bytes; a
  /// longer one is not looked at.
  public init(_ raw: String) {
    self.raw = raw
    PayloadReader.read(raw, into: &self)
  }

  /// When the task is due in a zone: a day is that day everywhere, and ends at midnight there.
  public func dueMoment(in zone: LocalZone) -> DueMoment? {
    dueDay.map { DueMoment(zone.end(of: $0), isAllDay: true) } ?? due.map { DueMoment($0) }
  }
}
