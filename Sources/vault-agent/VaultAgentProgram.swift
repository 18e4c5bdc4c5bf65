import AgentService

/// The agent: started on demand by `vault`, or by systemd. It takes no options; what can be configured is in the
/// environment and in the configuration file.
@main
struct VaultAgentProgram {
  static func main() async { await AgentProcess.main() }
}
