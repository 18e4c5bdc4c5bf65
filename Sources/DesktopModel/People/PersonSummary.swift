public import AgentAPI
internal import Localization

extension PersonRow {
  /// What people call them.
  public var title: String { PersonName.of(user, name: name, nickname: nickname) }

  /// What they are to the user, and, where the name does not say who it is, the beginning of the id that nobody chooses.
  ///
  /// - Parameter names: whose names say it.
  public func relation(_ names: NameBook) -> String {
    let follows =
      switch (isFollowed, isFollower) {
      case (true, true): localized("contact")
      case (true, false): localized("you follow them")
      case (false, true): localized("follows you")
      case (false, false): ""
      }
    let known =
      nickname != nil
      ? localized("calls themselves \(name) (\(user.beginning))") : names.name(of: user) == nil ? user.beginning : ""
    return [follows, isBlocked ? localized("blocked") : "", known].filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

extension PeopleListing {
  /// How many there are of each kind.
  public var countWords: String {
    [
      localized(one: "\(contacts) contact", other: "\(contacts) contacts", count: contacts),
      localized(one: "\(followers) follower", other: "\(followers) followers", count: followers),

      localized(one: "\(followed) followed", other: "\(followed) followed", count: followed),
      localized(one: "\(blocked) blocked", other: "\(blocked) blocked", count: blocked),
    ].joined(separator: ", ")
  }
}
