internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import TaskStore
internal import VaultModel

/// Whether all tasks are whole, and nobody else's.
struct TaskStoreCheck: HealthCheck {
  let tasks: any StoreHealthReporting
  /// The files of the tasks, where other programs share them.
  let files: ForeignFiles?

  /// Reads and checks everything.
  func findings() async -> [DoctorFinding] {
    do throws(TaskStoreError) {
      let health = try await tasks.health()
      return [Self.finding(health)] + (files?.findings(in: health) ?? [])
    } catch {
      let failure = Failure(error)
      return [DoctorFinding(.problem, "tasks", failure.$message, remedy: failure.$hint)]
    }
  }

  private static func finding(_ health: StoreHealth) -> DoctorFinding {
    let aside: [LocalizedText] = health.filesSetAside.map { "What was damaged is kept as \($0)." }
    let notes = health.repairs.map(LocalizedText.init(words:)) + aside
    let names = health.damagedTasks.map { $0.text } + health.damagedRows
    guard names.isEmpty else {
      let damaged: LocalizedText = "Damaged: \(names.joined(separator: ", "))."
      return DoctorFinding(
        .problem, "tasks", ([damaged] + notes).joined(), remedy: "Restore a backup with vault restore.")
    }
    let whole: LocalizedText =
      health.brokenFiles.isEmpty ? "All tasks are whole." : "All tasks that can be read are whole."
    return DoctorFinding(.ok, "tasks", ([whole] + notes).joined())
  }
}

extension TaskStoreCheck: NoticeSource {
  /// Looks at nothing anew.
  func notices() async throws(Failure) -> [LocalizedText] {
    let health = try await TaskStoreError.asFailure(await tasks.knownHealth())
    return health.isWhole ? [] : ["Some stored tasks are damaged; see vault doctor."]
  }
}

extension ForeignFiles {
  /// The most broken files that are named one by one.
  private static let maximumFileCount = 20

  /// The files that can't be read, and who else gets at them.
  fileprivate func findings(in health: StoreHealth) -> [DoctorFinding] {
    var broken = health.brokenFiles.prefix(Self.maximumFileCount).map(LocalizedText.init(words:))
    let more = health.brokenFiles.count - broken.count
    if more > 0 { broken.append("\(more) more files can't be read.") }
    return broken.map { text in
      DoctorFinding(
        .problem, "\(name) file", text,
        remedy: "Correct it or move it away; the vault leaves it as it is and shows the others.")
    }
      + health.exposures.map(LocalizedText.init(words:)).map { text in
        DoctorFinding(
          .warning, "\(name) directory", text,
          remedy: "Keep it to yourself (chown, chmod go-w), or name another one with \(setting.rawValue).")
      }
  }
}
