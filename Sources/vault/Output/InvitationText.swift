internal import AgentAPI
internal import FoundationEssentials
internal import Terminal
internal import VaultClient

/// Invitations to follow as people see them.
struct InvitationText {
  let rows: [InvitationRow]
  let style: Style

  /// An invitation that was just made: its code, alone in its line, and what to do with it.
  var new: [String] {
    rows.flatMap { row in
      [
        style.bold(Escaping.line(row.code ?? "")),
        "Serves once, until \(DateText(row.expiresAt).local), by: vault follow CODE",
      ]
    }
  }

  /// One invitation in each line.
  var list: [String] {
    guard !rows.isEmpty else { return ["No invitation of yours is open."] }
    let cells = rows.map { row in
      [
        Table.Cell(row.id.shortDigits, paint: style.bold),
        Table.Cell("made \(DateText(row.createdAt).local)"), Table.Cell("ends \(DateText(row.expiresAt).local)"),
      ]
    }
    return Table(cells).lines(width: nil)
  }
}

/// Invitations as `--json` prints them.
struct InvitationListView: Encodable {
  private struct InvitationView: Encodable {
    let id: String
    let createdAt: Date
    let expiresAt: Date
    let code: String?
  }

  private let invitations: [InvitationView]

  init(_ rows: [InvitationRow]) {
    invitations = rows.map {
      InvitationView(id: $0.id.uuidString.lowercased(), createdAt: $0.createdAt, expiresAt: $0.expiresAt, code: $0.code)
    }
  }
}
