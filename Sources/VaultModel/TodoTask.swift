public import FoundationEssentials

/// One thing to do.
///
/// The text of a *protected* task is not in this value: its `name` is nil and its text lies sealed in the
/// `CredentialStore`; only the `label`, which the owner chose to be seen, stands for it.
public struct TodoTask: Codable, Equatable, Identifiable, Sendable {
  /// Stable for the task's whole life, also across stores.
  public var id: UUID
  /// What there is to do; nil when the task is protected.
  public var name: String?
  /// What stands for a protected task in lists; nil for an ordinary one.
  public var label: String?
  /// Whether it is done.
  public var isDone: Bool
  /// When it is due, if ever.
  public var dueDate: Date?
  /// Whether the text asks for verification at every reveal, ticket or not.
  public var alwaysVerify: Bool
  /// Where and as what the sealed text is stored; nil for an ordinary task.
  public var seal: SealReference?
  /// When the task was made.
  public var createdAt: Date
  /// When it was last changed.
  public var modifiedAt: Date

  /// Whether the text is sealed and shown only after verification.
  public var isProtected: Bool { seal != nil }

  /// Makes an ordinary task.
  public init(id: UUID, name: String, dueDate: Date? = nil, createdAt: Date) {
    self.id = id
    self.name = name
    self.dueDate = dueDate
    self.createdAt = createdAt
    modifiedAt = createdAt
    isDone = false
    alwaysVerify = false
  }

  /// Makes a protected task whose text is already sealed.
  public init(
    id: UUID, label: String, seal: SealReference, alwaysVerify: Bool = false, dueDate: Date? = nil, createdAt: Date
  ) {
    self.id = id
    self.label = label
    self.seal = seal
    self.alwaysVerify = alwaysVerify
    self.dueDate = dueDate
    self.createdAt = createdAt
    modifiedAt = createdAt
    isDone = false
  }
}

/// What the task store remembers of a sealed text, so that an exchanged or older ciphertext is refused.
public struct SealReference: Codable, Equatable, Sendable {
  /// Raised at every new sealing of this task's text; the first is 1.
  public var version: Int
  /// SHA-256 of the sealed record, 32 bytes.
  public var digest: [UInt8]
  /// HMAC-SHA-256 over id, version and digest under a key of the owner's; nil until the next unlock after the task was
  /// added.
  public var ownerMAC: [UInt8]?

  /// Refers to version `version` of a sealed record with the given SHA-256.
  public init(version: Int, digest: [UInt8], ownerMAC: [UInt8]? = nil) {
    self.version = version
    self.digest = digest
    self.ownerMAC = ownerMAC
  }
}
