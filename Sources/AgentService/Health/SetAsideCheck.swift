internal import AgentAPI
internal import FoundationEssentials
internal import Localization

/// What was moved away from a file's place, because it was damaged or no file at all. It lies beside the file until somebody has
/// looked at it, whichever part of the agent has moved it.
struct SetAsideCheck: HealthCheck, NoticeSource {
  /// Those of the vault's files.
  let directories: [String]

  /// How many are named; the others are counted.
  private static let maximumCount = 10

  func findings() -> [DoctorFinding] {
    notices().map { DoctorFinding(.warning, "set aside", $0, remedy: "Look at it, then move it away or remove it.") }
  }

  func notices() -> [LocalizedText] {
    let found = Set(directories).sorted().flatMap(Self.found)
    let more = found.count - Self.maximumCount
    return found.prefix(Self.maximumCount) + (more > 0 ? ["\(more) more files are set aside beside these."] : [])
  }

  private static func found(in directory: String) -> [LocalizedText] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: directory).filter(isNamed).sorted()
        .map { "What stood in the place of a file is set aside as \(directory)/\($0)." }
    } catch { return ["The directory \(directory) can't be looked through."] }
  }

  /// What SQLite had beside a database goes with it.
  private static func isNamed(_ name: String) -> Bool {
    name.contains(".set-aside-") && !name.hasSuffix("-wal") && !name.hasSuffix("-shm")
  }
}
