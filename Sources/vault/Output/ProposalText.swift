internal import AgentAPI
internal import FoundationEssentials
internal import Terminal
internal import VaultClient

/// Proposals as people see them.
struct ProposalText {
  let style: Style

  /// What a list says that is empty.
  static func nothing(all: Bool) -> String {
    all
      ? "You have proposed nothing. For instance: vault propose grace \"Water the plants\""
      : "Nothing of yours waits for a decision. vault proposals --all lists what was decided."
  }

  /// What the user calls somebody, or else the name that this one has taken, with the beginning of the id, which nobody chooses.
  private static func person(_ row: ProposalRow) -> String {
    row.nickname ?? "\(row.name) (\(row.user.shortDigits))"
  }

  private static func title(_ row: ProposalRow) -> String { row.text ?? "(its text is erased)" }

  private static func due(_ row: ProposalRow) -> String {
    guard let local = row.dueDate.map({ DateText($0).local }) else { return "" }
    return "due \(row.isAllDay == true ? String(local.prefix(10)) : local)"
  }

  /// Each proposal, under it to whom, until when, and when it was decided; and whether there are more.
  func list(_ listing: ProposalListing, columns: Int?) -> [String] {
    let cells = listing.proposals.map { row in
      [
        Table.Cell(row.id.shortDigits, paint: style.dim),
        Table.Cell(Self.word(row.decision)) { painted($0, row.decision) },
        Table.Cell(Self.title(row), paint: style.bold),
      ]
    }
    let lines = zip(Table(cells).lines(width: columns), listing.proposals).flatMap { line, row in
      [line, style.dim("          " + Self.circumstances(row))]
    }
    return lines + (listing.next == nil ? [] : [style.dim("and more: vault proposals --limit 0")])
  }

  private static func circumstances(_ row: ProposalRow) -> String {
    let decided = row.decidedAt.map { "\(word(row.decision)) \(DateText($0).local)" } ?? ""
    return Escaping.line(["to \(person(row))", due(row), decided].filter { !$0.isEmpty }.joined(separator: ", "))
  }

  /// What is said of one that was sent just now: to whom, and where it is seen.
  func sent(_ row: ProposalRow) -> [String] {
    let due = Self.due(row).isEmpty ? "" : ", \(Self.due(row))"
    return [
      "Proposed to \(Self.person(row)): \(Self.title(row))\(due)",
      "See what becomes of it: vault proposals show \(row.id.shortDigits)",
    ]
  }

  /// A proposal, whole.
  func details(_ row: ProposalRow) -> [String] {
    var lines = [Self.title(row), ""]
    if let notes = row.notes {
      lines += notes.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) + [""]
    }
    lines.append("proposal \(row.id.shortDigits) to \(Self.person(row)), sent \(DateText(row.createdAt).local)")
    lines.append(Self.word(row.decision) + (row.decidedAt.map { " \(DateText($0).local)" } ?? ""))
    if !Self.due(row).isEmpty { lines.append(Self.due(row)) }
    if row.decision == .open, let end = row.expiresAt { lines.append("expires \(DateText(end).local)") }
    return lines
  }

  /// The state as a word.
  private static func word(_ decision: PushReport.Decision) -> String {
    switch decision {
    case .accepted: "accepted"
    case .rejected: "declined"
    case .expired: "expired"
    case .open: "open"
    case .unknown: "decided"
    }
  }

  /// The word in a colour that says the same.
  private func painted(_ word: String, _ decision: PushReport.Decision) -> String {
    switch decision {
    case .accepted: style.good(word)
    case .rejected: style.bad(word)
    case .open: style.warning(word)
    case .expired, .unknown: style.dim(word)
    }
  }
}

/// A proposal as `--json` prints it. The keys are stable; new ones may be added.
struct ProposalView: Encodable {
  private let id: String
  private let user: String
  private let name: String
  private let nickname: String?
  private let text: String?
  private let notes: String?
  private let dueDate: Date?
  private let isAllDay: Bool
  private let createdAt: Date
  private let expiresAt: Date?
  private let state: String
  private let since: Date?

  init(_ row: ProposalRow) {
    id = row.id.uuidString.lowercased()
    user = row.user.uuidString.lowercased()
    (name, nickname, text, notes) = (row.name, row.nickname, row.text, row.notes)
    (dueDate, createdAt, expiresAt) = (row.dueDate, row.createdAt, row.expiresAt)
    isAllDay = row.isAllDay ?? false
    (state, since) = (row.decision.rawValue, row.decidedAt)
  }
}

/// A list of proposals as `--json` prints it.
struct ProposalListingView: Encodable {
  private let proposals: [ProposalView]
  private let hasMore: Bool

  init(_ listing: ProposalListing) {
    proposals = listing.proposals.map(ProposalView.init)
    hasMore = listing.next != nil
  }
}
