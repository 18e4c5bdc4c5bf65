internal import AgentAPI
internal import ArgumentParser
internal import LinuxSystem
internal import Localization
internal import LoginStart
internal import Terminal
internal import VaultClient

/// `vault erase`
struct Erase: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase", abstract: "Erase the vault from this machine.",
    discussion: """
      It takes the PIN or the recovery code, or without a PIN some words typed at a terminal. This machine is removed from the server's list of
      your devices, then keys, tasks, inbox, pictures, settings and the start at login are erased, the keys first. It
      lists what it can't reach. What could not be erased is named, with status 74: run the command again.

      EXAMPLES
        vault backup ~/last.vault
        vault erase --everything
        vault erase --everything --without-server
      """)

  @Flag(help: "Say that it is the whole vault.")
  var everything = false
  @Flag(help: "Go on if the server can't be told; it then keeps this machine as one of your devices.")
  var withoutServer = false
  @OptionGroup var pin: PINOption
  @Flag(help: .json) var json = false

  func validate() throws {
    guard everything else { throw ValidationError("It erases the whole vault: say so with --everything.") }
  }

  func run(in context: CommandContext) throws {
    let paths = try VaultPaths(environment: context.environment)
    let eraser = AgentEraser(paths: paths, environment: context.environment)
    guard eraser.hasVault else {
      eraser.removeEmptyDirectory()
      return try print(ErasureReport(ErasurePlan(devices: [], outOfReach: [])), isStartErased: false, context)
    }
    if !eraser.hasBegun { _ = try context.run(EraseVault(withoutServer: withoutServer), answers: pin.answers) }
    var problems: [ErasureReport.Problem] = []
    let served = context.vaultAtLogin(besides: paths)
    // Before the agent's files: nothing is to start it again.
    do throws(SystemError) { if served == nil { try LoginStartSwitch(context.loginStart(paths)).removeOwn() } } catch {
      problems.append(ErasureReport.Problem("the start at login", "\(error)"))
    }
    EditorDirectory.removeLeftovers(environment: context.environment)
    var report = try eraser.finish()
    if let served { report.plan.outOfReach.append("The start at login stays: it is that of the vault in \(served).") }
    report.problems += problems
    try print(report, isStartErased: served == nil && problems.isEmpty, context)
    if !report.problems.isEmpty { throw ExitCode(Failure(.inputOutput, "").exitStatus) }
  }

  private func print(_ report: ErasureReport, isStartErased: Bool, _ context: CommandContext) throws {
    if json { return try context.output.json(ErasureView(report)) }
    for line in ErasureView.lines(report, isStartErased: isStartErased) { try context.output.line(Escaping.line(line)) }
  }
}
