public import FoundationEssentials
internal import ServerAPI
internal import VaultModel

/// What people read of a person: what they call that one, or else the name that this one has taken, with the beginning of the id, which
/// nobody chooses.
public struct PersonTitle: Equatable, Sendable {
  private let name: String
  private let nickname: String?
  private let user: UUID

  /// - Parameters:
  ///   - name: what the person has taken; empty where that is not known.
  ///   - nickname: what the reader calls the person; nil for nothing.
  public init(name: String, nickname: String? = nil, user: UUID) {
    (self.name, self.nickname, self.user) = (name, nickname, user)
  }

  /// For instance `bob (4f2a6c1e)`.
  public var text: String {
    if let nickname { return nickname }
    let digits = Self.digits(of: user)
    return name.isEmpty ? "user \(digits)" : "\(name) (\(digits))"
  }

  /// Where an id begins: as much as commands take for one.
  static func digits(of user: UUID) -> String { String(user.text.prefix(Nickname.digitCount)) }
}
