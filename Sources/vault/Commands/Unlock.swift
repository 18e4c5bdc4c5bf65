internal import AgentAPI
internal import ArgumentParser

/// `vault unlock`
struct Unlock: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: "Verify your identity now, so that reveals at this terminal do not ask for a while.",
    discussion: """
      Programs started from this terminal are unlocked with it. Without a terminal it is refused: give --pin-stdin to the command
      that shows the text.

      EXAMPLES
        vault unlock
        vault unlock --everywhere
        printf '%s\\n' "$PIN" | vault unlock --pin-stdin
      """)

  @Flag(help: "For every terminal of yours, not only this one.")
  var everywhere = false
  @OptionGroup var pin: PINOption

  func run(in context: CommandContext) throws {
    try context.finish(UnlockVault(everywhere: everywhere), answers: pin.answers)
  }
}
