internal import AgentAPI
internal import Inbox
internal import Localization

/// Reads all of the inbox's file.
protocol InboxSoundnessReading: Sendable {
  /// Whether the file is sound.
  func isSound() async throws(InboxStoreError) -> Bool
}

extension InboxStore: InboxSoundnessReading {}

/// Whether the inbox is whole.
struct InboxCheck: HealthCheck {
  let store: any InboxSoundnessReading

  func findings() async -> [DoctorFinding] {
    do throws(InboxStoreError) {
      guard try await store.isSound() else { throw InboxStoreError(.damaged) }
      return [DoctorFinding(.ok, "inbox", "What was pushed to you is whole.")]
    } catch {
      let failure = Failure(error)
      return [DoctorFinding(.problem, "inbox", failure.$message, remedy: failure.$hint)]
    }
  }
}
