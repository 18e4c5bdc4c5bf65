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
