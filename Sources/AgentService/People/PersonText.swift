internal import FoundationEssentials
internal import ServerAPI
internal import VaultModel

/// What people read of a person: what they call the person, or else the name that this one has taken, with the beginning of the id, which
/// nobody chooses.
enum PersonText {
  static func text(_ nickname: String?, _ name: String, _ user: UUID) -> String {
    nickname ?? "\(name) (\(user.text.prefix(PersonResolver.digitCount)))"
  }
}

extension Profile {
  /// What people read of the person.
  var shownName: String { PersonText.text(nickname, name, user) }
}
