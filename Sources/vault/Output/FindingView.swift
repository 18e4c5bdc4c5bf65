internal import AgentAPI
internal import Terminal

/// One of the doctor's findings as `--json` prints it, and as lines.
struct FindingView: Encodable {
  private let severity: String
  private let subject: String
  private let finding: String
  private let remedy: String

  init(_ finding: DoctorFinding) {
    severity = finding.severity.rawValue
    subject = finding.subject
    self.finding = finding.finding
    remedy = finding.remedy
  }

  /// A line each, and one more where something can be done; more of them where the terminal is narrow.
  static func lines(_ findings: [DoctorFinding], _ output: OutputStream) -> [String] {
    let style = output.style
    let rows = findings.map { finding in
      [
        Table.Cell(finding.severity.rawValue, paint: paint(finding.severity, style)),
        Table.Cell(finding.subject, paint: style.bold), Table.Cell(finding.finding),
      ]
    }
    let remedies = Table(findings.map { [Table.Cell("       "), Table.Cell($0.remedy)] }).paragraphs(
      width: output.columns)
    return zip(zip(Table(rows).paragraphs(width: output.columns), remedies), findings).flatMap { lines, finding in
      finding.remedy.isEmpty ? lines.0 : lines.0 + lines.1
    }
  }

  private static func paint(_ severity: DoctorFinding.Severity, _ style: Style) -> (String) -> String {
    switch severity {
    case .ok: style.good
    case .warning: style.warning
    case .problem: style.bad
    }
  }
}
