internal import AgentAPI
internal import FoundationEssentials
internal import Terminal
internal import VaultClient
internal import VaultModel

/// A line of the access log as `--json` prints it, and as a table.
struct AccessLogView: Encodable {
  private let date: Date
  private let task: String?
  private let action: String
  private let program: String
  private let pid: Int32
  private let terminal: String?
  private let granted: Bool
  private let reason: String

  init(_ entry: AccessLogEntry) {
    date = entry.date
    task = entry.task?.text
    action = entry.action
    program = entry.program
    pid = entry.pid
    terminal = entry.terminal
    granted = entry.granted
    reason = entry.reason
  }

  /// The entries as aligned lines.
  static func lines(_ entries: [AccessLogEntry], _ output: OutputStream) -> [String] {
    let style = output.style
    return Table(entries.map { cells($0, style) }).lines(width: output.columns)
  }

  private static func cells(_ entry: AccessLogEntry, _ style: Style) -> [Table.Cell] {
    let task = entry.task.map { String($0.text.prefix(8)) } ?? ""
    let verdict = Table.Cell(entry.granted ? "granted" : "refused") { text in
      entry.granted ? style.good(text) : style.bad(text)
    }
    let asker = Table.Cell("\(entry.program) (\(entry.pid))")
    return [
      Table.Cell(DateText(entry.date).local), Table.Cell(entry.action), Table.Cell(task), verdict,
      Table.Cell(entry.terminal ?? ""), asker, Table.Cell(entry.reason),
    ]
  }
}
