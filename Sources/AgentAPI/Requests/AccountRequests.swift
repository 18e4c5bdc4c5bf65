public import FoundationEssentials

/// Sees to a valid session with the server. Asks for email and password only when there are no valid credentials.
public struct LogIn: AgentRequest {
  public typealias Reply = AccountStatus
  public static let name = "login"
  public static let traits: RequestTraits = [.needsCredentials, .isAboutLogin]

  /// The account's email; nil asks for it when needed.
  public var email: String?
  /// The server's base URL; nil takes the recorded or configured one.
  public var server: String?

  /// Makes a request.
  public init(email: String? = nil, server: String? = nil) {
    self.email = email
    self.server = server
  }
}

/// Ends the session.
public struct LogOut: AgentRequest {
  public typealias Reply = Acknowledgement
  public static let name = "logout"
  public static let traits: RequestTraits = .isAboutLogin
  public var needsCredentials: Bool { forget }

  /// Whether the stored login is removed, too.
  public var forget: Bool

  /// Makes a request.
  public init(forget: Bool) {
    self.forget = forget
  }
}

/// The account that is logged in; logs in first when it is not.
public struct ShowAccount: AgentRequest {
  public typealias Reply = AccountStatus
  public static let name = "whoami"
  public static let traits: RequestTraits = [.needsCredentials, .isAboutLogin]

  /// Makes a request.
  public init() {}
}

/// The user's devices.
public struct ListDevices: AgentRequest {
  public typealias Reply = [DeviceRow]
  public static let name = "devices"
  public static let traits: RequestTraits = .needsServer

  /// Makes a request.
  public init() {}
}

/// A device of the user.
public struct DeviceRow: Codable, Equatable, Sendable {
  /// Its token; whoever has it can send to the device, if the account may.
  public var token: String
  /// What people call it.
  public var name: String
  /// What it runs on.
  public var platform: String
  /// When it last asked for anything.
  public var lastSeenAt: Date
  /// Whether it is this one.
  public var isThisOne: Bool

  /// Makes a row.
  public init(token: String, name: String, platform: String, lastSeenAt: Date, isThisOne: Bool) {
    self.token = token
    self.name = name
    self.platform = platform
    self.lastSeenAt = lastSeenAt
    self.isThisOne = isThisOne
  }
}
