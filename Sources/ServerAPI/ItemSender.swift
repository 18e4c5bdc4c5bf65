public import FoundationEssentials
internal import StrictJSON
internal import VaultModel

/// Who sent an item, as the server knows it when it takes the push: no payload says otherwise.
public struct ItemSender: Codable, Equatable, Sendable {
  /// What a sender is.
  public enum Kind: String, Sendable {
    /// The user of an account.
    case person
    /// The user of an account that is an administrator's.
    case administrator
    /// A program with a token.
    case program
    /// A sender that a newer server knows.
    case unknown
  }

  /// What it is.
  public var kind: Kind
  /// What stands before the `@` of a person's email, or what the administrator called a program's token.
  public var name: String
  /// The id of the account; nil for a program.
  public var id: UUID?

  /// Names a sender.
  public init(kind: Kind, name: String, id: UUID? = nil) {
    (self.kind, self.name, self.id) = (kind, name, id)
  }
}

extension ItemSender.Kind: Codable {
  /// Reads a kind; one that is not known here is ``unknown``.
  ///
  /// - Throws: `DecodingError` where it is no text.
  public init(from decoder: any Decoder) throws {
    self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
  }
}

extension ItemSender {
  /// Nil for what is no sender.
  init?(json: JSONValue) {
    guard case .string(let kind)? = json["kind"], case .string(let name)? = json["name"] else { return nil }
    self.init(kind: Kind(rawValue: kind) ?? .unknown, name: name)
    guard let value = json["id"] else { return }
    guard case .string(let text) = value, let id = UUID(text: text) else { return nil }
    self.id = id
  }

  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.string("id", id?.text.uppercased())
      $0.string("kind", kind.rawValue)
      $0.string("name", name)
    }
  }
}
