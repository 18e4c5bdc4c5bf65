internal import AgentAPI
internal import Terminal

/// A setting as `--json` prints it, and as a line.
struct SettingView: Encodable {
  private let key: String
  private let value: String
  private let asked: String?
  private let source: String
  private let isGuarded: Bool
  private let isConfirmed: Bool

  init(_ row: SettingRow) {
    key = row.key
    value = row.value
    asked = row.asked
    source = row.source.rawValue
    isGuarded = row.isGuarded
    isConfirmed = row.isConfirmed
  }

  /// A line each.
  static func lines(_ rows: [SettingRow], _ style: Style) -> [String] {
    let cells = rows.map { row -> [Table.Cell] in
      let value = Table.Cell(row.value.isEmpty ? "-" : row.value)
      let remark = row.asked == nil ? Table.Cell(remark(row)) : Table.Cell(remark(row), paint: style.warning)
      return [Table.Cell(row.key, paint: style.bold), value, remark]
    }
    return Table(cells).lines(width: nil)
  }

  private static func remark(_ row: SettingRow) -> String {
    let place =
      switch row.source {
      case .standard: "default"
      case .environment: "environment"
      case .file: "config.json"
      case .unknown: "elsewhere"
      }
    if let asked = row.asked { return "\(place) says \(asked): not confirmed" }
    return row.isConfirmed ? "\(place), confirmed" : place
  }
}
