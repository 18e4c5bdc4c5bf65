/// The plainest forms of the two commands that scripts and prompts run most, recognised without the parser, whose
/// preparation is half of the instructions of a start.
///
/// Anything else, every option included, goes to the parser. A shortcut does what the parser would have led to.
enum Shortcut: Equatable {
  /// `vault list`
  case list
  /// `vault --json`: the overview, which has no options otherwise
  case overview
  /// `vault reveal TASK --plain`, in either order
  case reveal(task: String)

  /// The shortcut for these words; nil when they have to be parsed.
  init?(_ words: [String]) {
    if words == ["list"] {
      self = .list
    } else if words == ["--json"] {
      self = .overview
    } else if words.count == 3, words[0] == "reveal", let plain = words[1...].firstIndex(of: "--plain") {
      let task = words[3 - plain]
      guard !task.hasPrefix("-") else { return nil }
      self = .reveal(task: task)
    } else {
      return nil
    }
  }

  /// Carries it out.
  func run(in context: CommandContext) throws {
    switch self {
    case .list: try List.show(in: context)
    case .overview: try Status.show(asJSON: true, in: context)
    case .reveal(let task): try Reveal.show(task, in: context)
    }
  }
}
