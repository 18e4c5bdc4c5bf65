/// What a process was started with that decides where it looks: whoever starts the agent chooses it.
public struct LaunchEnvironment: Codable, Equatable, Sendable {
  /// The session bus; nil where there is none.
  public var bus: String?
  /// The directory of key file and configuration.
  public var config: String
  /// The directory of generation marks, attempt record and access log.
  public var state: String

  /// Names them.
  public init(bus: String?, config: String, state: String) {
    self.bus = bus
    self.config = config
    self.state = state
  }

  /// What an agent has otherwise than this client, in words. A client without a bus has nothing to compare with, nor has one to
  /// compare with an agent that has none.
  public func differences(of agent: LaunchEnvironment) -> [String] {
    var differences: [String] = []
    if let bus, let other = agent.bus, Self.places(bus) != Self.places(other) {
      differences.append("the session bus \(other); this session's is \(bus)")
    }
    if config != agent.config { differences.append("the configuration in \(agent.config); yours is \(config)") }
    if state != agent.state { differences.append("the state in \(agent.state); yours is \(state)") }
    return differences
  }

  /// An address without the number that a bus has for itself, which one may know and another not.
  private static func places(_ address: String) -> [[Substring]] {
    address.split(separator: ";").map { place in
      place.split(separator: ",").filter { !$0.hasPrefix("guid=") }
    }
  }
}
