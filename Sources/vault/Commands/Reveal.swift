internal import AgentAPI
internal import ArgumentParser
internal import Terminal

/// `vault reveal`
struct Reveal: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "reveal", abstract: "Show a protected task's text after verification.",
    discussion: """
      At a terminal the text appears on the alternate screen and goes at a key, after the time-out, when the vault locks, or when
      the window loses the focus. With --plain it is printed: exactly its bytes into a pipe, with control characters shown
      as escapes at a terminal. With --all --plain every text in a pipe ends with a NUL byte. With --copy nothing is shown: the text is on
      the desktop's clipboard, marked as secret for programs that keep a history, until its time is over, the vault locks, or
      something else is copied. With --through-terminal the terminal gets it for its clipboard (OSC 52), also over SSH: nothing clears
      it there, and not every terminal takes it.

      EXAMPLES
        vault reveal 4f2a
        vault reveal 4f2a --timeout 10
        vault reveal 4f2a --copy
        vault reveal 4f2a --copy --for 2m
        vault reveal 4f2a --copy --through-terminal
        vault reveal --all
      """)

  @Argument(help: "The task's short id, or any unique beginning of its UUID.")
  var task: String?
  @Flag(help: "Show all protected tasks, one after the other.")
  var all = false
  @Flag(help: "Print the text instead of showing it on a screen that vanishes.")
  var plain = false
  @Option(help: "Hide the text after this many seconds, 1 to 3600.")
  var timeout = Int(Revealing.standardTimeoutSeconds)
  @OptionGroup var copy: CopyOptions
  @OptionGroup var pin: PINOption

  func validate() throws {
    guard !copy.isSet || !(all || plain) else { throw ValidationError("--copy takes one task, and prints nothing.") }
    guard (task != nil) != all else { throw ValidationError("Give one task, or --all.") }
    guard (1...3600).contains(timeout) else { throw ValidationError("--timeout takes 1 to 3600 seconds.") }
  }

  func run(in context: CommandContext) throws {
    try Revealing.check(copy.destination, context)
    let revealing = try Revealing(
      context: context, isPlain: plain || copy.isSet, endsWithNUL: all, timeoutSeconds: Double(timeout),
      answers: pin.answers)
    if let task, let destination = copy.destination { return try revealing.copy(task, to: destination) }
    if let task { _ = try revealing.reveal(task) } else { try revealing.revealAll() }
  }
}
