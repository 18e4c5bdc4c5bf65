internal import AgentAPI

/// What was erased, as `--json` prints it, and as lines.
struct ErasureView: Encodable {
  private struct Problem: Encodable {
    let what: String
    let reason: String
  }

  private struct Device: Encodable {
    let name: String
    let server: String
    let isRemoved: Bool
  }

  private let keyringItems: Int?
  private let files: Int
  private let devices: [Device]
  private let problems: [Problem]
  private let foreign: [String]
  private let outOfReach: [String]

  init(_ report: ErasureReport) {
    (keyringItems, files) = (report.itemCount, report.fileCount)
    devices = report.plan.devices.map { Device(name: $0.name, server: $0.server, isRemoved: $0.isRemoved) }
    problems = report.problems.map { Problem(what: $0.what, reason: $0.reason) }
    (foreign, outOfReach) = (report.foreign, report.plan.outOfReach)
  }

  /// The report for people.
  ///
  /// - Parameter isStartErased: whether the start at login was this vault's, and is gone.
  static func lines(_ report: ErasureReport, isStartErased: Bool) -> [String] {
    let erased =
      (report.itemCount.map { ["\($0) items in the keyring"] } ?? []) + ["\(report.fileCount) files"]
      + report.plan.devices.filter(\.isRemoved).map { "\($0.name), as a device of yours at \($0.server)" }
      + ["the agent's keys in the kernel" + (isStartErased ? ", and its start at login" : "")]
    let isEmpty = report.fileCount == 0 && report.itemCount ?? 0 == 0 && report.problems.isEmpty
    guard !isEmpty else { return ["There is no vault here: nothing is left to erase."] }
    return list(report.problems.isEmpty ? "The vault is erased:" : "Erased:", erased)
      + list("NOT erased; run the command again:", report.problems.map { "\($0.what): \($0.reason)" })
      + list("Left where it is, for it is not the vault's:", report.foreign)
      + list("Out of the vault's reach:", report.plan.outOfReach)
  }

  private static func list(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [title] + lines.map { "  " + $0 }
  }
}
