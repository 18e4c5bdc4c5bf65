/// What there is to say of one node among others.
struct NodeMetrics: Sendable {
  let nodes: any NodeStorage
  let figures: ServerMetrics
  let clock: ServerClock
  /// What this node is called.
  let name: String
  /// By how much this machine's clock is ahead of the database's, in seconds; nil where nobody compares them.
  let clockLead: (@Sendable () -> Double)?

  func add(to text: inout MetricsText) {
    text.add("vault_server_node", .gauge, "What this node is called.", [([("node", name)], 1)])
    addNews(to: &text)
    addLanes(to: &text)
    text.add(
      "vault_server_token_lookups_total", .counter, "Tokens of requests, known from the last seconds or looked up.",
      [
        ([("result", "known")], Double(figures.tokens.hits.current)),
        ([("result", "looked_up")], Double(figures.tokens.misses.current)),
      ])
    text.add(
      "vault_server_shared_refusals_total", .counter,
      "Logins and questions that guess, refused for what was tried on other nodes.",
      Double(figures.sharedRefusals.current))
    guard let clockLead else { return }
    text.add(
      "vault_server_clock_lead_seconds", .gauge,
      "By how much this machine's clock is ahead of the database's, by which the node reckons.", clockLead())
  }

  private func addNews(to text: inout MetricsText) {
    if let lag = figures.node.lag(now: clock.uptime()) {
      text.add(
        "vault_server_feed_lag_seconds", .gauge, "For how long it is not known here what other nodes did.",
        lag / .seconds(1))
    }
    let pokes = nodes.figures.pokes
    text.add(
      "vault_server_pokes_total", .counter, "Times that a node told the others that there is news, and heard it.",
      [
        ([("direction", "sent")], Double(pokes.sent)),
        ([("direction", "heard")], Double(pokes.heard)),
      ])
  }

  private func addLanes(to text: inout MetricsText) {
    let all = nodes.figures.lanes
    func add(_ name: String, _ kind: MetricsText.Kind, _ help: String, _ figure: KeyPath<LaneFigures, Int>) {
      text.add(name, kind, help, all.map { ([("lanes", $0.name)], Double($0.figures[keyPath: figure])) })
    }
    add("vault_server_lane_calls_waiting", .gauge, "Calls that wait for the database.", \.waiting)
    add("vault_server_lane_commits_total", .counter, "Commits, and reads, of the database.", \.commits)
    add("vault_server_lane_statements_total", .counter, "Statements that were committed together.", \.statements)
    add("vault_server_lane_repeats_total", .counter, "Work that was done again.", \.repeated)
    add(
      "vault_server_lane_doubts_total", .counter, "Commits of which nobody knew for a time whether they were done.",
      \.doubts)
    add("vault_server_lane_refusals_total", .counter, "Calls that were refused because too many wait.", \.refused)
    add("vault_server_lane_connections_total", .counter, "Connections to the database.", \.connections)
    add(
      "vault_server_lane_failed_connections_total", .counter, "Times that no database let a node in.",
      \.failedConnections)
  }
}
