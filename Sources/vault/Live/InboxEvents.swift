internal import AgentAPI
internal import Terminal

/// What happens in the inbox, one line of JSON for each event, until nobody reads them any more.
struct InboxEvents {
  /// The most items whose states are watched.
  private static let count = 200

  private let context: CommandContext
  private let agent: LiveAgent
  private var known: [InboxRow]
  /// Whose inbox it is.
  private var owner: String?

  /// Begins with what is there now.
  init(_ context: CommandContext) throws {
    self.context = context
    agent = try LiveAgent(.inbox, context)
    let listing = try InboxSource.listing(Self.count, agent, all: true)
    (known, owner) = (listing.items, listing.owner)
  }

  /// Writes events as they come.
  mutating func run() throws {
    while try LiveOutput.hasReader(context.output, until: agent.descriptor) {
      if try agent.consumeEvents() { try writeEvents() }
    }
  }

  private mutating func writeEvents() throws {
    guard let rows = try newest() else { return }
    let states = Dictionary(known.map { ($0.number, $0.state) }) { first, _ in first }
    let highest = known.first?.number ?? 0
    for row in rows.reversed() {
      if row.number > highest {
        try context.output.jsonLine(InboxEventView(event: "item", item: InboxView(row)))
      } else if let state = states[row.number], state != row.state {
        try context.output.jsonLine(InboxEventView(event: "state", item: InboxView(row)))
      }
    }
    known = Array(rows.prefix(Self.count))
  }

  /// The newest items, at least all that are new; nil where they are another user's, who has logged in: then it begins anew.
  private mutating func newest() throws -> [InboxRow]? {
    let highest = known.first?.number ?? 0
    let listing = try InboxSource.listing(Self.count, agent, all: true)
    guard listing.owner == owner else {
      (known, owner) = (listing.items, listing.owner)
      return nil
    }
    var rows = listing.items
    while let last = rows.last, last.number > highest + 1 {
      let older = try InboxSource.listing(Self.count, agent, before: last.number, all: true)
      if older.items.isEmpty || older.owner != owner { break }
      rows += older.items
    }
    return rows
  }
}

/// An event as `inbox watch --json` prints it.
struct InboxEventView: Encodable {
  let event: String
  let item: InboxView
}
