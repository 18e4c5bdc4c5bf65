public import FoundationEssentials

/// Whom the user follows, is followed by, or has blocked: a page of them, by name.
public struct ListPeople: AgentRequest {
  public typealias Reply = PeopleListing
  public static let name = "people"
  public static let traits: RequestTraits = .needsServer

  /// These alone; nil for everybody.
  public var kind: PeopleGroup?
  /// ``PeopleListing/next`` of the page before; nil for the first.
  public var after: UUID?

  /// Makes a request.
  public init(kind: PeopleGroup? = nil, after: UUID? = nil) {
    self.kind = kind
    self.after = after
  }
}

/// Blocks a user, who is not told: what they send arrives nowhere.
public struct BlockUser: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "block"
  public static let traits: RequestTraits = .needsServer

  /// Who it is, as for ``FollowUser/user``.
  public var user: String

  /// Makes a request.
  public init(user: String) {
    self.user = user
  }
}

/// Blocks a user no longer.
public struct UnblockUser: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "unblock"
  public static let traits: RequestTraits = .needsServer

  /// Who it is, as for ``FollowUser/user``.
  public var user: String

  /// Makes a request.
  public init(user: String) {
    self.user = user
  }
}

/// Whom a list of people has.
public enum PeopleGroup: String, OpenVocabulary, CaseIterable, Equatable, Sendable {
  /// Those who follow the user, and whom the user follows.
  case contacts
  /// Those who follow the user.
  case followers
  /// Those whom the user follows, who may therefore send to the user.
  case followed
  /// Those whom the user has blocked.
  case blocked
  /// A group that a newer program knows.
  case unknown

  /// A group of a newer program.
  public static let unrecognized = Self.unknown
}

/// A page of people, and how many there are in all.
public struct PeopleListing: Codable, Equatable, Sendable {
  /// How many follow the user, and are followed.
  public var contacts: Int
  /// How many follow the user.
  public var followers: Int
  /// How many the user follows.
  public var followed: Int
  /// How many the user has blocked.
  public var blocked: Int
  /// The people, by name.
  public var people: [PersonRow]
  /// What the next page comes after; nil for the last one.
  public var next: UUID?

  /// Makes a listing.
  public init(
    contacts: Int = 0, followers: Int = 0, followed: Int = 0, blocked: Int = 0, people: [PersonRow] = [],
    next: UUID? = nil
  ) {
    self.contacts = contacts
    self.followers = followers
    self.followed = followed
    self.blocked = blocked
    self.people = people
    self.next = next
  }
}

/// Somebody whom the user follows, is followed by, has blocked, or has named.
public struct PersonRow: Codable, Equatable, Sendable {
  /// The id of the account.
  public var user: UUID
  /// What people call them.
  public var name: String
  /// Whether the user follows them.
  public var isFollowed: Bool
  /// Whether they follow the user.
  public var isFollower: Bool
  /// Whether the user has blocked them. That changes neither of the others.
  public var isBlocked: Bool
  /// What the user calls them; nil for nothing.
  public var nickname: String?

  /// Makes a row.
  public init(
    user: UUID, name: String, isFollowed: Bool = false, isFollower: Bool = false, isBlocked: Bool = false,
    nickname: String? = nil
  ) {
    self.user = user
    self.name = name
    self.isFollowed = isFollowed
    self.isFollower = isFollower
    self.isBlocked = isBlocked
    self.nickname = nickname
  }
}
