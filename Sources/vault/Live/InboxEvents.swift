internal import AgentAPI
internal import Glibc
internal import Terminal

/// What happens in the inbox, one line of JSON for each event, until nobody reads them any more.
struct InboxEvents {
  /// The most items whose states are watched.
  private static let count = 200
  /// How long is waited at once, in milliseconds; then it is waited again.
  private static let waitMilliseconds: Int32 = 60_000

  private let context: CommandContext
  private let agent: LiveAgent
  private var known: [InboxRow]
  /// Whose inbox it is.
  private var owner: String?

  /// Begins with what is there now.
  init(_ context: CommandContext) throws {
    self.context = context
    agent = try LiveAgent(.inbox, context)
    let listing = try InboxSource.listing(Self.count, agent)
    (known, owner) = (listing.items, listing.owner)
  }

  /// Writes events as they come.
  mutating func run() throws {
    while try hasReader() { if try agent.takeNews() { try tell() } }
  }

  /// Waits for news.
  ///
  /// - Returns: false when nobody reads the output any more.
  private func hasReader() throws -> Bool {
    // Without events asked for, an end that has gone is told all the same.
    var entries = [
      pollfd(fd: agent.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: context.output.descriptor, events: 0, revents: 0),
    ]
    guard poll(&entries, 2, Self.waitMilliseconds) >= 0 || errno == EINTR else {
      throw Failure(.inputOutput, "Waiting failed: \(String(cString: strerror(errno))).")
    }
    return entries[1].revents == 0
  }

  private mutating func tell() throws {
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
    let listing = try InboxSource.listing(Self.count, agent)
    guard listing.owner == owner else {
      (known, owner) = (listing.items, listing.owner)
      return nil
    }
    var rows = listing.items
    while let last = rows.last, last.number > highest + 1 {
      let older = try InboxSource.listing(Self.count, agent, before: last.number)
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
