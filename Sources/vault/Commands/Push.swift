internal import AgentAPI
internal import ArgumentParser
internal import FoundationEssentials
internal import Localization
internal import Terminal
internal import VaultClient

/// `vault push`
struct PushCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push", abstract: "Send tasks, notices and messages to devices.",
    subcommands: [PushSend.self, PushStatus.self])
}

/// `vault push send`
struct PushSend: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Send a file in the form of the Apple Push Notification service (.apns).",
    discussion: """
      Without --to it goes to your own devices. What goes to a device:TOKEN is in the inbox of all devices of its user, where each of
      them can answer it, and is shown on that one alone; vault devices names the tokens of yours. What the receiving side will not
      understand is printed on standard error.

      A person gets it who follows you: give the name of a contact, the beginning of an id as vault people shows it, or alias:ID with the id
      that their vault profile shows. Of them you learn what was decided. At most 50 pushes of yours wait for one person.

      With --wait the command ends when somebody has decided about the task: with 0 when it was accepted, 1 when it was rejected, and
      75 when the time ran out. The push expires with the wait, so that nobody accepts it later, unless --expires says when it does.
      The id, which vault push status takes, is printed on standard error before the wait begins.

      Where the server's answer was lost, nobody knows whether it has taken the push. The error names a key then: sent once more
      with --key it is one push, even where it was taken. A script that repeats what it sends makes up a key of its own.

      With --collapse-id it takes the place of what you sent with the same ID before, in each inbox where nobody has decided about that.

      A picture (PNG, JPEG, GIF or WebP of at most 5 MiB) is brought to the server first: the one that --image names, or the one
      beside the file whose name the payload has in "image".

      EXAMPLES
        vault push send task.apns
        vault push send task.apns --image plants.jpg --expires "fri 18:00"
        vault push send question.apns --wait --timeout 60 && deploy
        vault push send task.apns --to grace
        vault push send - --to everyone < notice.apns
        vault push send report.apns --key "report-$(date +%F)"
        vault push send progress.apns --collapse-id build --priority 5
      """)

  @Argument(help: "The file; - for standard input.", completion: .file())
  var file: String
  @Option(help: ArgumentHelp("A person, alias:ID, device:TOKEN, channel:ID or everyone.", valueName: "recipient"))
  var to: String?
  @Option(help: "The picture to send.", completion: .file())
  var image: String?
  @Option(help: ArgumentHelp("When it expires, if nobody has decided by then.", valueName: "when"))
  var expires: String?
  @Option(help: ArgumentHelp("Make it one push, however often it is sent with this key.", valueName: "key"))
  var key: String?
  @Option(
    name: .customLong("collapse-id"),
    help: ArgumentHelp("Take the place of what was sent with this ID before.", valueName: "id"))
  var collapseID: String?
  @Option(help: "How much it matters: 10, or 5 or 1 for what is of little interest (default: 10).")
  var priority: Int?
  @Flag(help: "Wait for a decision.")
  var wait = false
  @Option(help: "How many seconds to wait, 1 to 86400 (default: 300).")
  var timeout: Int?
  @Flag(help: .json) var json = false

  private static let defaultTimeout = 300

  func validate() throws {
    guard [10, 5, 1].contains(priority ?? 10) else { throw ValidationError("--priority takes 10, 5 or 1.") }
    guard let timeout else { return }
    guard wait else { throw ValidationError("--timeout says how long --wait waits: give both, or neither.") }
    guard (1...86_400).contains(timeout) else { throw ValidationError("--timeout takes 1 to 86400.") }
  }

  func run(in context: CommandContext) throws {
    let expiry = try context.expiry(expires)
    let payload = try PayloadFile.read(file, context)
    let picture = try PictureInput.bytes(option: image, payload: payload, file: file, context)
    let draft = PushDraft(
      payload: payload, recipient: to, waitSeconds: wait ? timeout ?? Self.defaultTimeout : nil, expiresAt: expiry,
      hasPicture: picture == nil ? nil : true, key: key, collapseID: collapseID, priority: priority)
    let client = try context.connect(PreparedAnswers())
    var conversation = TerminalConversation(context: context, answers: PreparedAnswers())
    conversation.file = picture?[...]
    let report = try conversation.run(SendPush(draft), with: client)
    let outcome = PushOutcome(report)
    if json {
      try context.output.json(PushView(report))
    } else {
      try context.output.line(wait ? outcome.decision : outcome.sending)
    }
    if wait, let status = outcome.status { throw status }
  }
}

/// `vault push status`
struct PushStatus: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show what was decided about a push that you sent.",
    discussion: """
      Ends with 0 when it was accepted, 1 when it was rejected, and 75 when nobody has decided or its time ran out.

      EXAMPLES
        vault push status "$id"
      """)

  @Argument(help: "Its id, which vault push send prints.")
  var id: String
  @Flag(help: .json) var json = false

  func validate() throws {
    guard UUID(uuidString: id) != nil else {
      throw ValidationError("A push's id is a UUID, as vault push send prints it.")
    }
  }

  func run(in context: CommandContext) throws {
    guard let id = UUID(uuidString: id) else { throw Failure.unexpectedReply }
    let report = try context.run(ShowPush(id: id))
    let outcome = PushOutcome(report)
    if json {
      try context.output.json(PushView(report))
    } else {
      try context.output.line(outcome.decision)
    }
    if let status = outcome.status { throw status }
  }
}

/// What has become of a push, as the commands say it.
private struct PushOutcome {
  private let report: PushReport
  private let id: String

  init(_ report: PushReport) { (self.report, id) = (report, report.id.uuidString.lowercased()) }

  /// Where it is.
  var sending: String {
    let inboxes = report.inboxCount == 1 ? "1 inbox" : "\(report.inboxCount) inboxes"
    return "Sent to \(inboxes): push \(id)"
  }

  /// What was decided.
  var decision: String {
    switch report.decision {
    case .accepted: "Accepted: push \(id)"
    case .rejected: "Declined: push \(id)"
    case .expired: "Expired: push \(id)"
    case .open, .unknown: "Nobody has decided: push \(id)"
    }
  }

  /// What a command that is about the decision ends with; nil for success.
  var status: ExitCode? {
    switch report.decision {
    case .accepted: nil
    case .rejected: ExitCode(1)
    case .open, .expired, .unknown: ExitCode(Failure(.tryLater, "").exitStatus)
    }
  }
}

/// `vault devices`
struct Devices: AgentCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List your devices that receive pushes.",
    discussion: """
      Under each device stands what vault push send --to takes to send to it.

      EXAMPLES
        vault devices
        vault devices --json
      """)

  @Flag(help: .json) var json = false

  func run(in context: CommandContext) throws {
    let rows = try context.run(ListDevices())
    if json { return try context.output.json(["devices": rows.map(DeviceView.init)]) }
    if rows.isEmpty { return try context.errors.line("No device is registered.") }
    let style = context.output.style
    let cells = rows.map { row in
      [
        Table.Cell(row.name, paint: style.bold), Table.Cell(row.platform), Table.Cell(DateText(row.lastSeenAt).local),
        Table.Cell(row.isThisOne ? "this one" : "", paint: style.good),
      ]
    }
    // Never cut: it is there to be copied.
    for (line, row) in zip(Table(cells).lines(width: nil), rows) {
      try context.output.line(line)
      try context.output.line(style.dim("    device:\(Escaping.line(row.token))"))
    }
  }
}
