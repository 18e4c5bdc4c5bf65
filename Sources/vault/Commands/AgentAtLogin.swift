internal import AgentAPI
internal import ArgumentParser
internal import LinuxSystem
internal import Localization
internal import LoginStart
internal import Terminal
internal import VaultClient

/// `vault agent status`
struct AgentStatus: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Say whether the agent runs, and what starts it at login.",
    discussion: """
      EXAMPLES
        vault agent status
        vault agent status --json
      """)

  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let paths = try VaultPaths(environment: context.environment)
    // Connecting would start it where systemd listens.
    let client = AgentLock.isHeld(dataDirectory: paths.data) ? try context.connector().connectIfRunning() : nil
    if let client { try context.report(client.welcome) }
    let atLogin = context.loginStart(paths).inForce
    if json { return try context.output.json(AgentView(running: client?.welcome, atLogin: atLogin)) }
    try AgentView.print(client?.welcome, atLogin, to: context.output)
  }
}

/// `vault agent enable`
struct AgentEnable: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable", abstract: "Start the agent at every login, and now.",
    discussion: """
      systemd starts it where that serves you and the units are installed, else the desktop does. Reminders and what the server
      pushes then arrive without a command.

      EXAMPLES
        vault agent enable
      """)

  func run(in context: CommandContext) throws {
    let places = try context.ownLoginStart()
    let inForce: LoginStart
    do throws(SystemError) { inForce = try LoginStartSwitch(places).enable(program: AgentProgram.own ?? "vault") } catch
    {
      throw Failure(.unavailable, "The start at login can't be switched on: \(error).")
    }
    guard inForce != .none else {
      throw Failure(
        .unavailable, "Neither systemd nor the desktop will start the agent.",
        hint: "Have your session run: vault agent start --at-login")
    }
    try context.connector().start()
    try context.output.line("The agent runs. \(AgentView.sentence(inForce))")
  }
}

/// `vault agent disable`
struct AgentDisable: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable", abstract: "No longer start the agent at login.",
    discussion: """
      Commands still start it when they need it, and one that runs goes on.

      EXAMPLES
        vault agent disable
      """)

  func run(in context: CommandContext) throws {
    let places = try context.ownLoginStart()
    do throws(SystemError) { try LoginStartSwitch(places).disable() } catch {
      throw Failure(.unavailable, "The start at login can't be switched off: \(error).")
    }
    try context.output.line(AgentView.sentence(.switchedOff))
  }
}

extension CommandContext {
  /// Where it is decided what starts the agent at login.
  func loginStart(_ paths: VaultPaths) -> LoginStartPlaces {
    LoginStartPlaces(environment: environment, config: paths.config)
  }

  /// The same, to change it.
  ///
  /// - Throws: `Failure` where another vault is started at login.
  fileprivate func ownLoginStart() throws -> LoginStartPlaces {
    let paths = try VaultPaths(environment: environment)
    guard let other = vaultAtLogin(besides: paths) else { return loginStart(paths) }
    throw Failure(
      .usage, "What is started at login is the vault in \(other), not this one.",
      hint: "Without \(VaultPaths.overrides.sorted().joined(separator: ", ")) the command is about that one.")
  }

  /// The data directory of the vault that is started at login, if that is another one: the start knows none of this shell's variables.
  /// Nil as well where the variables are needed to have one at all: nothing stops an erasure that has begun.
  func vaultAtLogin(besides paths: VaultPaths) -> String? {
    let environment = environment.filter { !VaultPaths.overrides.contains($0.key) }
    guard let usual = try? VaultPaths(environment: environment), usual.data != paths.data else { return nil }
    return AgentEraser(paths: usual, environment: environment).hasVault ? usual.data : nil
  }
}
