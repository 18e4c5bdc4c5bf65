internal import AgentAPI
internal import ArgumentParser
internal import Terminal

/// `vault code`
struct Code: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "code", abstract: "Show the one-time code of a protected task.",
    discussion: """
      The task's text has a line that begins with otpauth://, as services show it beside a QR code. A code takes what a reveal
      takes, and is shown as a reveal is, until it is no longer good. With --plain it is printed, with --copy put on the desktop's
      clipboard.

      EXAMPLES
        vault code 4f2a
        vault code 4f2a --copy
        vault add --protected --label "Mail, code" - < otpauth.txt
      """)

  @Argument(help: "The task's short id, or any unique beginning of its UUID.")
  var task: String
  @Flag(help: "Print the code instead of showing it on a screen that vanishes.")
  var plain = false
  @OptionGroup var copy: CopyOptions
  @OptionGroup var pin: PINOption

  func validate() throws {
    guard !copy.isSet || !plain else { throw ValidationError("--copy prints nothing: leave --plain away.") }
  }

  func run(in context: CommandContext) throws {
    try Revealing.check(copy.destination, context)
    let revealing = try Revealing(
      context: context, isPlain: plain || copy.isSet, endsWithNUL: false,
      timeoutSeconds: Revealing.standardTimeoutSeconds, answers: pin.answers)
    if let destination = copy.destination { return try revealing.copyCode(of: task, to: destination) }
    try revealing.showCode(of: task)
  }
}
