public import FoundationEssentials

/// Whom a list of people has.
public enum PeopleKind: String, Codable, CaseIterable, Sendable {
  /// Those who follow the user, and whom the user follows.
  case contacts
  /// Those who follow the user.
  case followers
  /// Those whom the user follows, who may therefore send to the user.
  case followed
  /// Those whom the user has blocked.
  case blocked
  /// Those whom the user follows, has blocked or has named: nobody is among them without the user's doing.
  case chosen
}

/// Somebody whom a user follows, is followed by, has blocked, or has named.
public struct Person: Codable, Equatable, Sendable {
  /// The id of the account.
  public var user: UUID
  /// What people call them: what stands before the `@` of the email.
  public var name: String
  /// Whether the asking user follows them.
  public var isFollowed: Bool
  /// Whether they follow the asking user.
  public var isFollower: Bool
  /// Whether the asking user has blocked them. That changes neither of the others.
  public var isBlocked: Bool
  /// What the asking user calls them; nil for nothing.
  public var nickname: String?
  /// What ``name`` looks like: names that have one of these texts in common may be taken for each other (UTS 39). Nil from a server that is too
  /// old to say so.
  public var likeness: [String]?
  /// The same of ``nickname``.
  public var nicknameLikeness: [String]?

  /// Describes somebody.
  public init(
    user: UUID, name: String, isFollowed: Bool, isFollower: Bool, isBlocked: Bool, nickname: String? = nil,
    likeness: [String]? = nil, nicknameLikeness: [String]? = nil
  ) {
    self.user = user
    self.name = name
    self.isFollowed = isFollowed
    self.isFollower = isFollower
    self.isBlocked = isBlocked
    (self.nickname, self.likeness, self.nicknameLikeness) = (nickname, likeness, nicknameLikeness)
  }
}

/// The answer to `GET /v1/people`.
public struct People: Codable, Equatable, Sendable {
  /// How many there are in all who follow the user, and whom the user follows.
  public var contacts: Int
  /// How many follow the user in all.
  public var followers: Int
  /// How many the user follows in all.
  public var followed: Int
  /// How many the user has blocked.
  public var blocked: Int
  /// A page of them, and of those whom the user has named, by what the user calls them or else by name, without regard to case, then by id; at most ``ServerLimits/pageCount``.
  public var people: [Person]
  /// What the next page comes after; nil for the last one.
  public var next: UUID?

  /// Lists people.
  public init(
    contacts: Int = 0, followers: Int = 0, followed: Int = 0, blocked: Int = 0, people: [Person] = [], next: UUID? = nil
  ) {
    self.contacts = contacts
    self.followers = followers
    self.followed = followed
    self.blocked = blocked
    self.people = people
    self.next = next
  }
}
