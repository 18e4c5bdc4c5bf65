internal import AgentAPI
internal import ServerClient

/// Servers that this device was left at, and which do not know it.
extension InboxService {
  /// Those that are still to be told, and those that can't be told any more.
  func departureFindings() async -> [DoctorFinding] {
    guard let departing = await sync.departing else { return [] }
    let registered: Set<ServerOrigin>
    do { registered = try await device.registrations() } catch {
      return [DoctorFinding(.problem, "former server", "The vault's own records can't be read.")]
    }
    var givenUp = registered.subtracting(departing)
    if let present = await presentServer { givenUp.remove(present) }
    return Self.sorted(departing).map(Self.departingFinding) + Self.sorted(givenUp).map(Self.givenUpFinding)
  }

  /// The server that may have this device.
  private var presentServer: ServerOrigin? {
    get async { await auth.phase == .needsCredentials(.loggedOut) ? nil : await auth.origin }
  }

  private static func sorted(_ origins: Set<ServerOrigin>) -> [String] { origins.map(\.description).sorted() }

  private static func departingFinding(_ server: String) -> DoctorFinding {
    DoctorFinding(
      .warning, "former server", "\(server) has not heard yet that you left; this device is registered there.",
      remedy: "It is tried again by itself, for 30 days.")
  }

  private static func givenUpFinding(_ server: String) -> DoctorFinding {
    DoctorFinding(
      .warning, "former server",
      "\(server) has this device registered still, and can't be told any more that you left.",
      remedy: "Log in there once more, and out again: vault login --server \(server)")
  }
}

extension DeregistrationIssue {
  /// What the person is told.
  var sentence: String {
    switch self {
    case .notKept(let origin):
      "\(origin) could not be told that you left, and that could not be kept: should the agent end before, it is not told."
    case .givenUp(let origin):
      "\(origin) could not be told that you left, and has this device registered still; see vault doctor."
    }
  }
}
