public import AgentAPI
public import FoundationEssentials

/// What somebody is called wherever the window shows them. Letters and colour of their round picture are those of this name, so that one person has one.
public enum PersonName {
  /// What the user calls them, or else the name that they have taken, or else the beginning of their id.
  public static func of(_ user: UUID, name: String, nickname: String?) -> String {
    nickname ?? (name.isEmpty ? user.beginning : name)
  }
}

extension ChannelRow {
  /// The name alone of the other one of a conversation, where the title has the beginning of the id behind it.
  public var personName: String { PersonName.of(id, name: takenName, nickname: nickname) }

  /// The name that the other one of a conversation has taken.
  public var takenName: String {
    let digits = " (\(id.beginning))"
    return title.hasSuffix(digits) ? String(title.dropLast(digits.count)) : title
  }
}

/// Somebody who began to follow the user, in the words that the profile shows.
public struct FollowerSummary: Equatable, Sendable {
  /// What they are called.
  public let title: String
  /// Since when they follow, and where the name does not say who it is, the beginning of the id that nobody chooses.
  public let details: String
  /// The whole id.
  public let id: String

  /// Says what there is to say.
  ///
  /// - Parameter names: what the user calls people, and whose names say who they are.
  public init(_ follower: ProfileRow.Follower, _ names: NameBook) {
    title = names.title(of: follower.user, name: follower.name)
    let isKnown = names.isClear(follower.user) || title == follower.user.beginning
    details = [MessageTime.whole(follower.since), isKnown ? nil : follower.user.beginning]
      .compactMap { $0 }.joined(separator: " · ")
    id = follower.user.uuidString.lowercased()
  }
}
