internal import FoundationEssentials

extension Request: Codable {
  /// Decodes a request; one this version does not know becomes ``unknown``.
  public init(from decoder: any Decoder) throws {
    let tagged = try TaggedCase(from: decoder)
    self = try Self.simple[tagged.name ?? ""] ?? Self.withFields(tagged) ?? .unknown
  }

  /// The requests without values.
  private static let simple: [String: Request] = [
    "status": .status, "whoami": .whoami, "list": .list, "lock": .lock, "doctor": .doctor,
    "createRecoveryCode": .createRecoveryCode, "stop": .stop, "watch": .watch,
  ]

  private static func withFields(_ tagged: TaggedCase) throws -> Request? {
    switch tagged.name {
    case "login": return .login(try tagged.value())
    case "logout": return .logout(forget: try tagged.fields().decode(Bool.self, forKey: "forget"))
    case "add", "addProtected": return try adding(tagged)
    case "show": return .show(task: try tagged.fields().decode(String.self, forKey: "task"))
    case "reveal": return .reveal(task: try tagged.fields().decodeIfPresent(String.self, forKey: "task"))
    case "unlock": return .unlock(everywhere: try tagged.fields().decode(Bool.self, forKey: "everywhere"))
    case "accessLog": return .accessLog(limit: try tagged.fields().decode(Int.self, forKey: "limit"))
    case "store": return .store(try tagged.value())
    case "pin": return .pin(try tagged.value())
    case "useVerification":
      return .useVerification(method: try tagged.fields().decode(VerificationMethod.self, forKey: "method"))
    case "backup": return .backup(path: try tagged.fields().decode(String.self, forKey: "path"))
    case "restore": return .restore(path: try tagged.fields().decode(String.self, forKey: "path"))
    default: return nil
    }
  }

  private static func adding(_ tagged: TaggedCase) throws -> Request {
    let fields = try tagged.fields()
    let dueDate = try fields.decodeIfPresent(Date.self, forKey: "dueDate")
    guard tagged.name == "addProtected" else {
      return .add(name: try fields.decode(String.self, forKey: "name"), dueDate: dueDate)
    }
    return .addProtected(
      label: try fields.decodeIfPresent(String.self, forKey: "label"),
      alwaysVerify: try fields.decode(Bool.self, forKey: "alwaysVerify"), dueDate: dueDate)
  }

  /// Encodes the request under the name of its case.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .login(let login): try encoder.encodeCase("login", login)
    case .store(let request): try encoder.encodeCase("store", request)
    case .pin(let request): try encoder.encodeCase("pin", request)
    default: try encoder.encodeCase(caseName) { try encodeFields(into: &$0) }
    }
  }

  private func encodeFields(into fields: inout KeyedEncodingContainer<WireKey>) throws {
    switch self {
    case .logout(let forget): try fields.encode(forget, forKey: "forget")
    case .add(let name, let dueDate):
      try fields.encode(name, forKey: "name")
      try fields.encodeIfPresent(dueDate, forKey: "dueDate")
    case .addProtected(let label, let alwaysVerify, let dueDate):
      try fields.encodeIfPresent(label, forKey: "label")
      try fields.encode(alwaysVerify, forKey: "alwaysVerify")
      try fields.encodeIfPresent(dueDate, forKey: "dueDate")
    case .show(let task): try fields.encode(task, forKey: "task")
    case .reveal(let task): try fields.encodeIfPresent(task, forKey: "task")
    case .unlock(let everywhere): try fields.encode(everywhere, forKey: "everywhere")
    case .accessLog(let limit): try fields.encode(limit, forKey: "limit")
    case .useVerification(let method): try fields.encode(method, forKey: "method")
    case .backup(let path), .restore(let path): try fields.encode(path, forKey: "path")
    case .status, .login, .whoami, .list, .lock, .doctor, .store, .pin, .createRecoveryCode, .stop, .watch, .unknown:
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
    case .show: "show"
    case .reveal: "reveal"
    case .unlock: "unlock"
    case .lock: "lock"
    case .accessLog: "accessLog"
    case .doctor: "doctor"
    case .store: "store"
    case .pin: "pin"
    case .createRecoveryCode: "createRecoveryCode"
    case .useVerification: "useVerification"
    case .backup: "backup"
    case .restore: "restore"
    case .stop: "stop"
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
