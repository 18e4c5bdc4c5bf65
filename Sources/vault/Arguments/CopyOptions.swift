internal import AgentAPI
internal import ArgumentParser

/// `--copy`, `--for` and `--through-terminal`.
struct CopyOptions: ParsableArguments {
  @Flag(name: .customLong("copy"), help: "Put it on the desktop's clipboard for a time instead of showing it.")
  var isSet = false
  @Option(name: .customLong("for"), help: "With --copy: how long, 5s to 10m; 30s without it.")
  var time: ClipboardTime?

  @Flag(help: "With --copy: hand it to the terminal instead, also over SSH. Nothing clears it there.")
  var throughTerminal = false

  /// Where it goes; nil where nothing is copied.
  var destination: CopyDestination? {
    guard isSet else { return nil }
    return throughTerminal ? .terminal : .desktop(seconds: time?.seconds ?? 30)
  }

  func validate() throws {
    guard time == nil && !throughTerminal || isSet else {
      throw ValidationError("--for and --through-terminal go with --copy.")
    }
    guard time == nil || !throughTerminal else {
      throw ValidationError("--through-terminal takes no time: nothing clears the text there.")
    }
  }
}

/// Where a copied text goes.
enum CopyDestination {
  /// The desktop's clipboard, for a time in seconds.
  case desktop(seconds: Int)
  /// The terminal, which does with it what it likes.
  case terminal
}

/// A time as it is typed: `45`, `45s`, `2m`, `2min`.
struct ClipboardTime: ExpressibleByArgument {
  /// Less is too little to paste a text, in seconds.
  private static let shortest = 5
  let seconds: Int

  init?(argument: String) {
    let digits = argument.prefix { $0.isASCII && $0.isNumber }
    let units = ["": 1, "s": 1, "m": 60, "min": 60]
    guard let number = Int(digits), let unit = units[String(argument.dropFirst(digits.count))],
      case (let seconds, let overflows) = number.multipliedReportingOverflow(by: unit), !overflows,
      (Self.shortest...ClipboardTask.secondsRange.upperBound).contains(seconds)
    else { return nil }
    self.seconds = seconds
  }
}
