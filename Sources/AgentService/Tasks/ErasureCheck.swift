internal import AgentAPI
internal import Localization
internal import TaskStore

/// Whether stale plaintext that must be nowhere is still on the disk.
struct ErasureCheck: HealthCheck {
  let tasks: any StoreHealthReporting

  /// Tries again first: the space may be there that was missing.
  func findings() async -> [DoctorFinding] {
    await tasks.eraseStalePlaintext()
    guard let error = await tasks.pendingErasureError() else { return [] }
    let failure = Failure(unerased: error, after: "Every change is safe")
    return [DoctorFinding(.problem, "former texts", failure.$message, remedy: failure.$hint)]
  }
}

extension ErasureCheck: NoticeSource {
  /// Tries nothing again.
  func notices() async -> [LocalizedText] {
    guard let error = await tasks.pendingErasureError() else { return [] }
    return ["An old plaintext copy could not be erased from the disk yet. \(Failure(error).$message)"]
  }
}
