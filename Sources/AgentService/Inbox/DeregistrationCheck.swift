internal import AgentAPI
internal import Localization
internal import ServerClient

/// Knows which servers are yet to be told that this device was left.
protocol DeregistrationReading: Sendable {
  /// Those servers; nil before it is known what a former process left.
  var unfinishedDeregistrations: Set<ServerOrigin>? { get async }
}

extension InboxSync: DeregistrationReading {}

/// Knows which server may have this device.
protocol PresentServerReading: Sendable {
  /// That server; nil after a logout.
  var presentServer: ServerOrigin? { get async }
}

extension AuthClient: PresentServerReading {
  var presentServer: ServerOrigin? { phase == .needsCredentials(.loggedOut) ? nil : origin }
}

/// Whether there are servers that this device was left at, and which do not know it.
struct DeregistrationCheck: HealthCheck, NoticeSource {
  let connection: any DeregistrationReading
  let device: any DeviceRegistrationStore
  let login: any PresentServerReading

  /// Those that are still to be told, and those that can't be told any more.
  func findings() async -> [DoctorFinding] {
    guard let unfinishedDeregistrations = await connection.unfinishedDeregistrations else { return [] }
    let registered: Set<ServerOrigin>
    do { registered = try await device.registrations() } catch {
      return [DoctorFinding(.problem, "former server", "The vault's state database can't be read.")]
    }
    var abandoned = registered.subtracting(unfinishedDeregistrations)
    if let present = await login.presentServer { abandoned.remove(present) }
    return Self.sorted(unfinishedDeregistrations).map(Self.unfinishedFinding)
      + Self.sorted(abandoned).map(Self.abandonedFinding)
  }

  func notices() async -> [LocalizedText] { await findings().map(\.$finding) }

  private static func sorted(_ origins: Set<ServerOrigin>) -> [String] { origins.map(\.description).sorted() }

  private static func unfinishedFinding(_ server: String) -> DoctorFinding {
    DoctorFinding(
      .warning, "former server",
      "\(server) could not be notified that you left; this device is still registered there.",
      remedy: "It is tried again by itself, for 30 days.")
  }

  private static func abandonedFinding(_ server: String) -> DoctorFinding {
    DoctorFinding(
      .warning, "former server",
      "\(server) still has this device registered, and can't be notified any more that you left.",
      remedy: "Log in there once more, and out again: vault login --server \(server)")
  }
}
