public import FoundationEssentials

/// An account as administrators see it; an element of the answer to `GET /v1/admin/accounts`.
public struct ManagedAccount: Codable, Equatable, Sendable {
  /// Stable and opaque.
  public var id: UUID
  /// The address the account logs in with.
  public var email: String
  /// When it was made.
  public var createdAt: Date
  /// Its sessions that have not expired.
  public var sessionCount: Int
  /// Whether it is an administrator.
  public var isAdministrator: Bool

  /// Describes an account.
  public init(id: UUID, email: String, createdAt: Date, sessionCount: Int, isAdministrator: Bool) {
    self.id = id
    self.email = email
    self.createdAt = createdAt
    self.sessionCount = sessionCount
    self.isAdministrator = isAdministrator
  }
}

/// The answer to `GET /v1/admin/accounts`.
public struct ManagedAccountPage: Codable, Equatable, Sendable {
  /// Accounts by their emails; at most ``ServerLimits/pageCount``.
  public var accounts: [ManagedAccount]
  /// What to give as `after` for the next page; nil where there is none.
  public var next: String?

  /// Makes a page.
  public init(accounts: [ManagedAccount], next: String?) {
    self.accounts = accounts
    self.next = next
  }
}

/// The body of `PUT /v1/admin/accounts/{id}`.
public struct ManagedAccountChange: Codable, Equatable, Sendable {
  /// Whether it is to be an administrator.
  public var isAdministrator: Bool

  /// Makes a change.
  public init(isAdministrator: Bool) { self.isAdministrator = isAdministrator }
}

/// What an administrator says about a channel; the body of `POST /v1/admin/channels` and `PUT /v1/admin/channels/{id}`.
public struct ChannelDetails: Codable, Equatable, Sendable {
  /// What people call it: 1 to ``ServerLimits/channelTitleByteCount`` bytes without control characters.
  public var title: String
  /// What it is about: at most ``ServerLimits/channelDescriptionByteCount`` bytes; nil for nothing.
  public var description: String?
  /// The id of its picture, an attachment; nil for none.
  public var picture: UUID?

  /// Describes a channel.
  public init(title: String, description: String? = nil, picture: UUID? = nil) {
    self.title = title
    self.description = description
    self.picture = picture
  }
}
