public import AgentAPI
internal import Localization

/// What one person is to the user, in the words that their page shows.
public struct PersonDetails: Equatable, Sendable {
  /// Whether the two follow each other.
  public let following: String
  /// What they may do to the user.
  public let rights: String
  /// What the user may do to them.
  public let ownRights: String

  /// Says what there is to say.
  public init(_ person: PersonRow) {
    following =
      switch (person.isFollowed, person.isFollower) {
      case (true, true): localized("You follow each other.")
      case (true, false): localized("You follow them, and they do not follow you.")
      case (false, true): localized("They follow you, and you do not follow them.")
      case (false, false): localized("Neither of you follows the other.")
      }
    rights =
      person.isBlocked
      ? localized("Nothing: you have blocked them. They are not told, and what they send arrives nowhere.")
      : person.isFollowed
        ? localized("Write to you, and propose tasks to you.")
        : localized("Nothing: only whom you follow may write to you and propose tasks to you.")
    ownRights =
      person.isFollower
      ? localized("Write to them, and propose tasks to them.")
      : localized("Nothing: you may write to them and propose tasks to them once they follow you.")
  }
}
