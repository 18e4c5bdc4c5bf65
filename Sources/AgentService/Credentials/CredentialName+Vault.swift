internal import CredentialStore
internal import FoundationEssentials
internal import Localization
internal import VaultModel

/// The names this vault uses in its credential store. Opaque: no email, no title.
extension CredentialName {
  /// The login: email, password and the origin that accepted them.
  static let login = fixed("login")
  /// What this device proves to the server by that it logged in before.
  static let loginDevice = fixed("login/device")
  /// The list of the texts that the owner has confirmed.
  static let ownedRecords = fixed("owned")
  /// How far that list has come.
  static let confirmedTexts = fixed("owned/generation")
  /// The attempt record's third place.
  static let attempts = fixed("attempts")
  /// Which key slots are in force.
  static let headerWitness = fixed("owner/header")

  /// The device key.
  static let deviceKey = fixed("device/key")
  /// The pepper.
  static let pepper = fixed("device/pepper")

  /// A sealed text of a task or subtask. Each version has a place of its own, so that a new one never overwrites what an undo
  /// may need.
  static func sealedText(of item: UUID, version: Int) -> CredentialName {
    let first = "task/\(item.text)"
    return fixed(version == 1 ? first : "\(first)/\(version)")
  }

  /// Whose sealed text it is, in any version; nil for anything else.
  var sealedItem: UUID? {
    let parts = rawValue.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0] == "task" else { return nil }
    return UUID(uuidString: String(parts[1]))
  }

  private static func fixed(_ text: String) -> CredentialName {
    guard let name = CredentialName(text) else { preconditionFailure("the vault's own names are valid") }
    return name
  }
}
