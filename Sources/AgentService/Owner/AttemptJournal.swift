internal import AgentAPI
internal import CredentialStore
internal import OwnerVerification
internal import SecretMemory

/// The attempt record in its three places: data directory, state directory, credential store. Copying one of them back
/// resets nothing, because the newest record counts.
struct AttemptJournal: Sendable {
  private let counter: AttemptCounter
  private let credentials: CredentialRoom
  private let work: BlockingWork
  private let imported: [[UInt8]]

  /// Reads the third place; the other two are read at each use.
  init(
    credentials: CredentialRoom, directories: (data: String, state: String), secrets: DeviceSecrets, work: BlockingWork
  ) async throws(Failure) {
    do throws(OwnerVerificationError) {
      let key = try AttemptRecordFile.key(from: secrets.deviceKey.bytes)
      counter = AttemptCounter(file: AttemptRecordFile(directories: [directories.data, directories.state], key: key))
    } catch { throw Failure(error) }
    self.credentials = credentials
    self.work = work
    imported = try await credentials.bytes(.attempts).map { [$0] } ?? []
  }

  /// How it stands.
  func status(hasRecoverySlot: Bool) async throws(Failure) -> AttemptCounter.Status {
    try await work.run { [counter, imported] () throws(OwnerVerificationError) in
      try counter.status(at: .now(), hasRecoverySlot: hasRecoverySlot, importing: imported)
    }
  }

  /// Counts an attempt in all three places; only then may it be made.
  func count(hasRecoverySlot: Bool) async throws(Failure) {
    let permission = try await work.run { [counter, imported] () throws(OwnerVerificationError) in
      try counter.begin(at: .now(), hasRecoverySlot: hasRecoverySlot, importing: imported)
    }
    switch permission {
    case .allowed(let exported): try await credentials.setBytes(exported, for: .attempts)
    case .wait(let seconds): throw .tooEarly(seconds)
    case .closed:
      throw Failure(
        .refused, "Too many wrong PINs: only the recovery code opens the vault now.",
        hint: "Run vault unlock at a terminal and give the recovery code.")
    }
  }

  /// Begins the count anew, after the owner was verified.
  func verified() async throws(Failure) {
    let exported = try await work.run { [counter, imported] () throws(OwnerVerificationError) in
      try counter.verified(at: .now(), importing: imported)
    }
    try await credentials.setBytes(exported, for: .attempts)
  }
}
