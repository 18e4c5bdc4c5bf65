internal import FoundationEssentials
internal import VaultModel

extension Request: Codable {
  /// Decodes a request; one this version does not know becomes ``unknown``.
  public init(from decoder: any Decoder) throws {
    let tagged = try TaggedCase(from: decoder)
    self = try Self.simple[tagged.name ?? ""] ?? Self.withFields(tagged) ?? .unknown
  }

  /// The requests without values.
  private static let simple: [String: Request] = [
    "status": .status, "whoami": .whoami, "lock": .lock, "lockAndForget": .lockAndForget, "doctor": .doctor,
    "createRecoveryCode": .createRecoveryCode, "stop": .stop, "watch": .watch, "verifyLog": .verifyLog,
  ]

  private static func withFields(_ tagged: TaggedCase) throws -> Request? {
    switch tagged.name {
    case "login": return .login(try tagged.value())
    case "logout": return .logout(forget: try tagged.fields().decode(Bool.self, forKey: "forget"))
    case "add": return .add(try tagged.value())
    case "addProtected":
      let fields = try tagged.fields()
      return .addProtected(
        try fields.decode(TaskDraft.self, forKey: "draft"),
        hasSubtasks: try fields.decode(Bool.self, forKey: "hasSubtasks"))
    case "list": return .list(try tagged.value())
    case "change": return try understood(tagged, Request.change)
    case "inbox": return try understood(tagged, Request.inbox)
    case "channels": return try understood(tagged, Request.channels)
    case "live": return try understood(tagged, Request.live)
    case "export": return .export(try tagged.value())
    case "importTasks":
      let fields = try tagged.fields()
      return .importTasks(
        path: try fields.decodeIfPresent(String.self, forKey: "path"),
        format: try fields.decodeIfPresent(String.self, forKey: "format"))
    case "migrateTasks":
      let fields = try tagged.fields()
      return .migrateTasks(
        to: try fields.decode(String.self, forKey: "to"),
        isAgreed: try fields.decodeIfPresent(Bool.self, forKey: "isAgreed") ?? false)
    case "history": return .history(limit: try tagged.fields().decode(Int.self, forKey: "limit"))
    case "skipOperations": return .skipOperations(count: try tagged.fields().decode(Int.self, forKey: "count"))
    case "reminders": return .reminders(limit: try tagged.fields().decode(Int.self, forKey: "limit"))
    case "show": return .show(task: try tagged.fields().decode(String.self, forKey: "task"))
    case "reveal":
      let fields = try tagged.fields()
      return .reveal(
        task: try fields.decodeIfPresent(String.self, forKey: "task"),
        isFollowed: try fields.decodeIfPresent(Bool.self, forKey: "isFollowed"))
    case "unlock": return .unlock(everywhere: try tagged.fields().decode(Bool.self, forKey: "everywhere"))
    case "accessLog": return .accessLog(limit: try tagged.fields().decode(Int.self, forKey: "limit"))
    case "store": return .store(try tagged.value())
    case "pin": return .pin(try tagged.value())
    case "settings": return .settings(try tagged.value())
    case "useVerification":
      return .useVerification(method: try tagged.fields().decode(VerificationMethod.self, forKey: "method"))
    case "backup": return .backup(path: try tagged.fields().decode(String.self, forKey: "path"))
    case "restore":
      let fields = try tagged.fields()
      return .restore(
        path: try fields.decode(String.self, forKey: "path"),
        textsOnly: try fields.decodeIfPresent(Bool.self, forKey: "textsOnly") ?? false)
    default: return nil
    }
  }

  /// A command this version does not know, or with fields it does not understand, is one of a newer client.
  private static func understood<Value: Decodable>(
    _ tagged: TaggedCase, _ make: (Value) -> Request
  ) throws -> Request {
    do { return make(try tagged.value()) } catch is DecodingError { return .unknown }
  }

  /// Encodes the request under the name of its case.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .login(let login): try encoder.encodeCase("login", login)
    case .add(let draft): try encoder.encodeCase("add", draft)
    case .list(let query): try encoder.encodeCase("list", query)
    case .change(let command): try encoder.encodeCase("change", command)
    case .export(let export): try encoder.encodeCase("export", export)
    case .inbox(let request): try encoder.encodeCase("inbox", request)
    case .channels(let request): try encoder.encodeCase("channels", request)
    case .live(let request): try encoder.encodeCase("live", request)
    case .store(let request): try encoder.encodeCase("store", request)
    case .pin(let request): try encoder.encodeCase("pin", request)
    case .settings(let request): try encoder.encodeCase("settings", request)
    default: try encoder.encodeCase(caseName) { try encodeFields(into: &$0) }
    }
  }

  private func encodeFields(into fields: inout KeyedEncodingContainer<WireKey>) throws {
    switch self {
    case .logout(let forget): try fields.encode(forget, forKey: "forget")
    case .addProtected(let draft, let hasSubtasks):
      try fields.encode(draft, forKey: "draft")
      try fields.encode(hasSubtasks, forKey: "hasSubtasks")
    case .importTasks(let path, let format):
      try fields.encodeIfPresent(path, forKey: "path")
      try fields.encodeIfPresent(format, forKey: "format")
    case .migrateTasks(let kind, let isAgreed):
      try fields.encode(kind, forKey: "to")
      try fields.encode(isAgreed, forKey: "isAgreed")
    case .show(let task): try fields.encode(task, forKey: "task")
    case .reveal(let task, let isFollowed):
      try fields.encodeIfPresent(task, forKey: "task")
      try fields.encodeIfPresent(isFollowed, forKey: "isFollowed")
    case .unlock(let everywhere): try fields.encode(everywhere, forKey: "everywhere")
    case .accessLog(let limit), .history(let limit), .reminders(let limit): try fields.encode(limit, forKey: "limit")
    case .skipOperations(let count): try fields.encode(count, forKey: "count")
    case .useVerification(let method): try fields.encode(method, forKey: "method")
    case .backup(let path): try fields.encode(path, forKey: "path")
    case .restore(let path, let textsOnly):
      try fields.encode(path, forKey: "path")
      // An older agent would restore everything, and refuses to where there is an owner already.
      if textsOnly { try fields.encode(textsOnly, forKey: "textsOnly") }
    case .status, .login, .whoami, .add, .list, .change, .export, .inbox, .lock, .lockAndForget, .doctor, .store, .pin,
      .settings, .createRecoveryCode, .verifyLog, .stop, .channels, .live, .watch, .unknown:
      break
    }
  }

  /// The name of the case on the wire; also what a log calls the request.
  public var caseName: String {
    switch self {
    case .status: "status"
    case .login: "login"
    case .logout: "logout"
    case .whoami: "whoami"
    case .add: "add"
    case .addProtected: "addProtected"
    case .list: "list"
    case .change: "change"
    case .export: "export"
    case .importTasks: "importTasks"
    case .migrateTasks: "migrateTasks"
    case .history: "history"
    case .skipOperations: "skipOperations"
    case .reminders: "reminders"
    case .show: "show"
    case .reveal: "reveal"
    case .unlock: "unlock"
    case .lock: "lock"
    case .lockAndForget: "lockAndForget"
    case .accessLog: "accessLog"
    case .verifyLog: "verifyLog"
    case .doctor: "doctor"
    case .store: "store"
    case .pin: "pin"
    case .settings: "settings"
    case .createRecoveryCode: "createRecoveryCode"
    case .useVerification: "useVerification"
    case .backup: "backup"
    case .restore: "restore"
    case .stop: "stop"
    case .inbox: "inbox"
    case .channels: "channels"
    case .live: "live"
    case .watch: "watch"
    case .unknown: "unknown"
    }
  }
}

extension StoreRequest: Codable {
  /// Decodes a request; one this version does not know becomes ``unknown``.
  public init(from decoder: any Decoder) throws {
    let tagged = try TaggedCase(from: decoder)
    switch tagged.name {
    case "status": self = .status
    case "check": self = .check
    case "migrate": self = .migrate(to: try tagged.fields().decode(StoreKind.self, forKey: "to"))
    case "acceptRollback": self = .acceptRollback
    default: self = .unknown
    }
  }

  /// Encodes the request under the name of its case.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .status: try encoder.encodeCase("status")
    case .check: try encoder.encodeCase("check")
    case .migrate(let kind): try encoder.encodeCase("migrate") { try $0.encode(kind, forKey: "to") }
    case .acceptRollback: try encoder.encodeCase("acceptRollback")
    case .unknown: try encoder.encodeCase("unknown")
    }
  }
}

extension PINRequest: Codable {
  /// Decodes a request; one this version does not know becomes ``unknown``.
  public init(from decoder: any Decoder) throws {
    let tagged = try TaggedCase(from: decoder)
    switch tagged.name {
    case "set":
      let fields = try tagged.fields()
      self = .set(
        recovery: try fields.decode(Bool.self, forKey: "recovery"),
        confirmRecovery: try fields.decode(Bool.self, forKey: "confirmRecovery"))
    case "change": self = .change
    case "remove": self = .remove
    default: self = .unknown
    }
  }

  /// Encodes the request under the name of its case.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .set(let recovery, let confirmRecovery):
      try encoder.encodeCase("set") {
        try $0.encode(recovery, forKey: "recovery")
        try $0.encode(confirmRecovery, forKey: "confirmRecovery")
      }
    case .change: try encoder.encodeCase("change")
    case .remove: try encoder.encodeCase("remove")
    case .unknown: try encoder.encodeCase("unknown")
    }
  }
}
