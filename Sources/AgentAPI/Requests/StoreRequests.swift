/// Which credential store, why, where.
public struct ShowStore: AgentRequest {
  public typealias Reply = StoreStatus
  public static let name = "showStore"

  /// Makes a request.
  public init() {}
}

/// Verifies every record.
public struct CheckStore: AgentRequest {
  public typealias Reply = StoreStatus
  public static let name = "checkStore"
  public static let traits: RequestTraits = .needsCredentials

  /// Makes a request.
  public init() {}
}

/// Moves everything to the other kind of store.
public struct MigrateStore: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "migrateStore"
  public static let traits: RequestTraits = .needsCredentials

  /// The kind.
  public var to: StoreKind

  /// Makes a request.
  public init(to: StoreKind) {
    self.to = to
  }
}

/// Takes the store's present, older state as the true one, after a deliberate restore.
public struct AcceptStoreRollback: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "acceptStoreRollback"
  public static let traits: RequestTraits = .needsCredentials

  /// Makes a request.
  public init() {}
}

/// Writes a backup.
public struct CreateBackup: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "backup"
  public static let traits: RequestTraits = .needsCredentials

  /// The absolute path, which must not exist.
  public var path: String

  /// Makes a request.
  public init(path: String) {
    self.path = path
  }
}

/// Restores a backup into an empty vault.
public struct RestoreBackup: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "restore"
  public static let traits: RequestTraits = [.needsCredentials, .isLarge]

  /// The absolute path.
  public var path: String
  /// Whether the tasks of this vault are only given back those of their protected texts that were lost.
  public var textsOnly: Bool

  /// Makes a request.
  public init(path: String, textsOnly: Bool = false) {
    self.path = path
    self.textsOnly = textsOnly
  }
}

/// The credential store and its health.
public struct StoreStatus: Codable, Equatable, Sendable {
  /// Which store is used; nil until the first write chose one.
  public var kind: StoreKind?
  /// Why this one: configured, chosen by `auto`, or migrated.
  public var reason: String
  /// The file, or the bus and collection.
  public var location: String
  /// How many credentials there are; nil when it can't be told without unlocking.
  public var count: Int?
  /// The ids of records that fail their check.
  public var damaged: [String]
  /// Whether a complete check was part of this answer.
  public var wasChecked: Bool

  /// Makes a status.
  public init(kind: StoreKind?, reason: String, location: String, count: Int?, damaged: [String], wasChecked: Bool) {
    self.kind = kind
    self.reason = reason
    self.location = location
    self.count = count
    self.damaged = damaged
    self.wasChecked = wasChecked
  }
}
