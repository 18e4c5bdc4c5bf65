internal import AgentAPI
internal import FoundationEssentials
internal import LinuxSystem
internal import Localization

/// Whether a client and this agent fit: one vault, one protocol, the same settings.
struct Handshake: Sendable {
  let vault: VaultIdentity
  let settings: VaultSettings
  let paths: VaultPaths
  let notices: NoticeQueue
  let program: ProgramFile
  /// Whether systemd has started the agent.
  let isUnit: Bool

  /// Checks a hello and answers it.
  ///
  /// - Throws: ``Failure`` that says what does not fit.
  func welcome(_ hello: Hello, on connection: UInt64) throws(Failure) -> Welcome {
    // Nobody may keep the vault open by exchanging its directory.
    guard hello.onlyLocks != true else {
      // A client of an older protocol asks nothing of an agent that says to be newer.
      return welcome(notices: notices.show(to: connection), as: min(hello.protocolVersion, AgentProtocol.version))
    }
    guard hello.vault.isSameVault(as: vault) else { throw vault.mismatch(with: hello.vault) }
    guard hello.protocolVersion <= AgentProtocol.version else {
      return welcome(notices: [])  // older than the client: it will ask this agent to end
    }
    guard hello.protocolVersion == AgentProtocol.version else { throw Self.olderClient(hello) }
    if let failure = settings.conflict(with: hello.settings, paths: paths, isUnit: isUnit) { throw failure }
    return welcome(notices: notices.show(to: connection))
  }

  private func welcome(notices: [LocalizedText], as version: Int = AgentProtocol.version) -> Welcome {
    Welcome(
      protocolVersion: version, build: AgentProtocol.build,
      pid: ProcessInfo.processInfo.processIdentifier, notices: notices,
      surroundings: LaunchEnvironment(ofThisProcess: paths), isReplaced: program.isReplaced)
  }

  /// Such a client does not show what this agent has to say.
  private static func olderClient(_ hello: Hello) -> Failure {
    Failure(
      .unsupported,
      "This program (\(hello.build.prefix(20))) is older than the running agent (\(AgentProtocol.build)).",
      hint: "Install vault and vault-agent of the same version.")
  }
}
