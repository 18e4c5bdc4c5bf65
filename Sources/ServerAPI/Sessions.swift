public import FoundationEssentials
internal import StrictJSON

/// An account of the server.
public struct Account: Codable, Equatable, Sendable {
  /// Stable and opaque.
  public var id: UUID
  /// The address the account logs in with.
  public var email: String

  /// Names an account.
  public init(id: UUID, email: String) {
    self.id = id
    self.email = email
  }
}

/// The user's own account; the answer to `GET /v1/me`.
public struct OwnAccount: Codable, Equatable, Sendable {
  /// Stable and opaque.
  public var id: UUID
  /// The address the account logs in with.
  public var email: String
  /// Whether it may send to everybody and use the routes below `/v1/admin`.
  public var isAdministrator: Bool

  /// Describes an account.
  public init(id: UUID, email: String, isAdministrator: Bool) {
    self.id = id
    self.email = email
    self.isAdministrator = isAdministrator
  }

  /// The account as JSON (RFC 8259), its keys sorted.
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.string("email", email)
      $0.string("id", id.uuidString)
      $0.boolean("isAdministrator", isAdministrator)
    }
    return writer.bytes
  }
}

/// The answer to `POST /v1/sessions`.
public struct Session: Codable, Equatable, Sendable {
  /// The bearer token, opaque, 43 characters of base64url (32 random bytes).
  public var token: String
  /// When the session ends if it is not used until then.
  public var expiresAt: Date
  /// Whose session it is.
  public var account: Account
  /// The secret by which the device proves at its next login that it logged in before, made like the token; nil where it has
  /// one that counts, or asked for none.
  public var device: String?

  /// Makes a session.
  public init(token: String, expiresAt: Date, account: Account, device: String? = nil) {
    self.token = token
    self.expiresAt = expiresAt
    self.account = account
    self.device = device
  }
}

/// The answer to `GET /healthz`.
public struct Health: Codable, Equatable, Sendable {
  /// `ok`.
  public var status: String

  /// Makes the answer.
  public init(status: String) { self.status = status }
}

/// Limits that client and server share.
public enum ServerLimits {
  /// The largest request body, in bytes, of the routes that take credentials.
  public static let credentialBodyByteCount = 8 << 10
  /// The longest email, in UTF-8 bytes (RFC 5321).
  public static let emailByteCount = 254
  /// The shortest and longest password, in UTF-8 bytes.
  public static let passwordByteCount = 8...1024
  /// The most pushes of one person that wait in the inbox of another. One waits until it is accepted or rejected, is over, is replaced by its
  /// sender, or is deleted by the recipient; to have read it is not enough, since its sender is not told of that.
  public static let waitingPushCount = 50
  /// The most messages that a person writes to another without an answer, of those of the last ``unansweredSeconds``. Whether they were
  /// read does not count: their sender is not told of that.
  public static let unansweredMessageCount = 500
  /// For how long a message without an answer counts: a week.
  public static let unansweredSeconds = 604_800.0
  /// The most comments and likes of one person to another within a day, counted by what the one has of them: nothing of the other one is
  /// told by it.
  public static let dailyFeedbackCount = 200
  /// The largest payload of a push, in bytes of JSON.
  public static let payloadByteCount = 4096
  /// For how long a push may be said to last, in seconds: up to a year.
  public static let lifetimeSeconds = 1...31_536_000
  /// The longest name or platform of a device, in UTF-8 bytes.
  public static let deviceTextByteCount = 128
  /// The most devices of a user; a further one takes the place of the one that was not seen longest.
  public static let deviceCount = 100
  /// The most items or messages of one answer.
  public static let pageCount = 500
  /// The longest title of a channel, in UTF-8 bytes.
  public static let channelTitleByteCount = 128
  /// The longest description of a channel, in UTF-8 bytes.
  public static let channelDescriptionByteCount = 1024
  /// The longest message of a channel, in UTF-8 bytes.
  public static let messageByteCount = 4096
  /// The longest idempotency key, in bytes of ASCII.
  public static let idempotencyKeyByteCount = 128
  /// The most people whom a user names.
  public static let nicknameCount = 1_000
  /// The most invitations to follow that a user has open at once.
  public static let followInvitationCount = 20
}
