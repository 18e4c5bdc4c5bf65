internal import AgentAPI
internal import ArgumentParser
internal import CivilTime
internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem
internal import Localization
internal import Terminal
internal import VaultClient
internal import VaultModel

/// The formats that tasks come and go in.
enum FormatChoice: String, WordChoice {
  case json, ics, taskwarrior, todotxt

  /// What a file of that name holds; the vault's own format where the name does not say.
  init(fileName: String?) {
    let name = fileName?.lowercased() ?? ""
    self = name.hasSuffix(".ics") ? .ics : name.hasSuffix(".txt") ? .todotxt : .json
  }
}

/// `vault export`
struct Export: FilteredCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write tasks in a format that other programs read.",
    discussion: """
      json keeps everything but sealed texts; the others keep what they can, and what they can't is printed. Protected texts are left
      out unless --include-protected is given, which asks for the PIN: whoever reads the file then reads them. From json they are
      protected again when they are imported; from the other formats they come back as ordinary tasks.

      EXAMPLES
        vault export > tasks.json
        vault export --format ics --output tasks.ics
        vault export --format todotxt project:home
        vault export --include-protected --output ~/private/tasks.json
      """)

  @Argument(help: .filter) var filterWords: [String] = []
  @Option(help: "How to write them; without it, as the file's name says, or json.")
  var format: FormatChoice?
  @Option(help: "Write to this new file, which only you can read, instead of standard output.", completion: .file())
  var output: String?
  @Flag(help: "Open tasks only.")
  var open = false
  @Flag(help: "Protected texts, too, readable for everybody who has the file.")
  var includeProtected = false
  @OptionGroup var pin: PINOption

  func run(in context: CommandContext) throws {
    var filter = try FilterWords(filterWords, now: Date(), zone: .system()).filter
    if !open, filter.state == .open { filter.state = .any }
    if includeProtected { try context.errors.line("vault: The protected texts will be readable in what is written.") }
    guard let output else { return try write(filter, to: context.output, context) }
    let file = try Self.file(output)
    try write(filter, to: OutputStream(descriptor: file.descriptor, environment: context.environment), context)
    do throws(SystemError) { try file.finish() } catch { throw Self.refusal(of: output, error) }
  }

  private func write(_ filter: TaskFilter, to target: OutputStream, _ context: CommandContext) throws {
    let client = try context.connect(pin.answers)
    var conversation = TerminalConversation(context: context, answers: pin.answers)
    let format = format ?? FormatChoice(fileName: output)
    let isJSON = format == .json || format == .taskwarrior
    conversation.onPart = { part throws(TerminalError) in
      // A terminal takes some characters for commands; everything else gets exactly the bytes.
      guard target.isTerminal else { return try target.write(part) }
      try target.write(isJSON ? Escaping.json(part) : Escaping.escaped(part.replacing("\r\n", with: "\n")))
    }
    let request = ExportTasks(format: format.rawValue, filter: filter, includesProtected: includeProtected)
    let notes = try conversation.run(request, with: client).message
    if !notes.isEmpty { try context.errors.line(Escaping.escaped(notes)) }
  }

  private static func file(_ path: String) throws(Failure) -> UnfinishedFile {
    do throws(SystemError) { return try UnfinishedFile(path) } catch { throw refusal(of: path, error) }
  }

  private static func refusal(of path: String, _ error: SystemError) -> Failure {
    guard error.code != EEXIST else {
      return Failure(.cannotCreate, "\(path) is there already.", hint: "Name a file that is not there yet.")
    }
    return Failure(
      .cannotCreate, "\(path) can't be made: \(error).", hint: "Name a file in a directory that you may write to.")
  }
}

/// `vault import`
struct Import: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Take tasks from a file of another program.",
    discussion: """
      The format is recognised by the content. With `-` the file is all of standard input, at most 64 MiB. A task that is here already
      is changed only by a newer state of it. `vault undo` takes an import back, 10,000 tasks at a time.

      Protected texts of a json export are sealed again, which may ask for the PIN.

      EXAMPLES
        vault import tasks.json
        task export > all.json && vault import all.json
        task export | vault import -
        vault import ~/todo.txt --format todotxt
      """)

  @Argument(help: "The file; - for standard input.", completion: .file())
  var file: String
  @Option(help: "The file's format; without it, it is recognised by the content.")
  var format: FormatChoice?
  @OptionGroup var pin: PINOption

  func run(in context: CommandContext) throws {
    guard file == "-" else {
      let request = ImportTasks(path: context.absolute(file), format: format?.rawValue)
      return try context.finish(request, answers: pin.answers)
    }
    if pin.answers.readsInput {
      throw Failure(
        .usage, "File and PIN can't both come from standard input.", hint: "Unlock first: vault unlock --pin-stdin")
    }
    // All of it first: whoever writes it may need the agent for that.
    let bytes = try InputFile.read(from: 0)
    let client = try context.connect(PreparedAnswers())
    var conversation = TerminalConversation(context: context, answers: PreparedAnswers())
    conversation.file = bytes[...]
    let request = ImportTasks(path: nil, format: format?.rawValue)
    let message = try conversation.run(request, with: client).message
    if !message.isEmpty { try context.output.line(Escaping.escaped(message)) }
  }
}

/// `vault tasks`
struct TasksGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tasks", abstract: "Manage task storage.", subcommands: [TasksMigrate.self])
}

/// `vault tasks migrate`
struct TasksMigrate: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Move all tasks to the other kind of store.",
    discussion: """
      icalendar is a directory of iCalendar files that todoman, vdirsyncer and CalDAV clients share (`calendar-dir`). Tasks that it
      can't hold, for instance for control characters in a name, are named before anything is moved. Stopped on the way, run it
      again. Sealed texts stay sealed, and where they are. What was done before can't be taken back with `vault undo` afterwards.

      The move removes the tasks where they were. What only calendar files keep (places, guests, properties of other programs, alarms
      before the due time) is named first; at a terminal you are asked, otherwise nothing is moved without --yes.

      EXAMPLES
        vault tasks migrate --to icalendar
        vault tasks migrate --to sqlite
        vault tasks migrate --to sqlite --yes
      """)

  @Option(help: "Where they go.")
  var to: TaskStoreKind

  @Flag(help: "Don't ask: what the other store can't keep may go.")
  var yes = false

  func run(in context: CommandContext) throws {
    try context.finish(MigrateTasks(to: to.rawValue, isAgreed: yes))
  }
}
