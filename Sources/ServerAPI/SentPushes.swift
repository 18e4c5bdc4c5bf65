public import FoundationEssentials

/// What somebody has decided about a push that was sent to them alone.
public enum SentPushState: String, Codable, CaseIterable, Sendable {
  /// Nothing yet, as far as the sender is told.
  case open
  /// It was accepted.
  case accepted
  /// It was rejected.
  case rejected
  /// Its time was over, or a newer push took its place, before anything was decided.
  case expired
}

/// A push to one other user, as its sender sees it: what was decided, and neither devices nor what was read.
public struct SentPush: Codable, Equatable, Sendable {
  /// The id of the push.
  public var push: UUID
  /// Whom it was sent to, by the id of the account.
  public var user: UUID
  /// What people call them now: what stands before the `@` of their email.
  public var name: String
  /// When the server took it.
  public var createdAt: Date
  /// When it is over; nil for never.
  public var expiresAt: Date?
  /// What was decided.
  public var state: SentPushState
  /// When it was decided, or over; nil while it is open.
  public var since: Date?
  /// The payload, JSON of at most ``ServerLimits/payloadByteCount`` bytes exactly as it was sent; nil once its recipient has had it erased, or
  /// a newer push took its place.
  public var payload: String?

  /// Describes a push.
  public init(
    push: UUID, user: UUID, name: String, createdAt: Date, expiresAt: Date? = nil, state: SentPushState = .open,
    since: Date? = nil, payload: String? = nil
  ) {
    self.push = push
    self.user = user
    self.name = name
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.state = state
    self.since = since
    self.payload = payload
  }
}

/// The answer to `GET /v1/pushes`.
public struct SentPushes: Codable, Equatable, Sendable {
  /// A page of pushes, the newest first; at most ``ServerLimits/pageCount``. With a state it may have fewer than were asked for, or none, and
  /// yet not be the last one.
  public var pushes: [SentPush]
  /// What the next page comes after, as its `before`; nil for the last one.
  public var next: UUID?

  /// Lists pushes.
  public init(pushes: [SentPush] = [], next: UUID? = nil) {
    self.pushes = pushes
    self.next = next
  }
}
