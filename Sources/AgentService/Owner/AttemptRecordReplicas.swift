internal import AgentAPI
internal import Localization
internal import OwnerVerification
internal import SecretMemory
internal import TaskStore

/// The four places of the attempt record, for one device key: data directory, state directory, task database and credential
/// store. Copying one of them back resets nothing.
struct AttemptRecordReplicas: Sendable {
  /// Whether something notes that this vault has the present format, so that the legacy one, or none at all, is tampering.
  let rejectsLegacy: Bool
  private let file: AttemptRecordFile
  private let credentials: CredentialService
  private let executor: BlockingExecutor

  init(
    directories: (data: String, state: String), secrets: DeviceSecrets, credentials: CredentialService,
    executor: BlockingExecutor,
    rejectsLegacy: Bool
  ) throws(Failure) {
    let key = try OwnerVerificationError.asFailure(now: AttemptRecordFile.key(from: secrets.deviceKey.bytes))
    file = AttemptRecordFile(directories: [directories.data, directories.state], key: key)
    self.credentials = credentials
    self.executor = executor
    self.rejectsLegacy = rejectsLegacy
  }

  /// What they hold. What can't be read there is garbage; only a credential store that is not to be had is an error.
  ///
  /// - Parameter store: whether to look into the credential store, too.
  func findings(store: Bool) async throws(Failure) -> [AttemptRecordLocation: AttemptFinding] {
    let inFiles = try await executor.run { [file] () throws(OwnerVerificationError) in file.findings() }
    var found: [AttemptRecordLocation: AttemptFinding] = [
      .dataDirectory: inFiles[0], .stateDirectory: inFiles[1], .taskDatabase: await note(),
    ]
    if store { found[.credentialStore] = try await stored() }
    return found
  }

  /// Writes the record to a place, durably.
  func write(_ record: AttemptRecord, to places: Set<AttemptRecordLocation> = Set(AttemptRecordLocation.allCases))
    async throws(Failure)
  {
    if !places.isDisjoint(with: [.dataDirectory, .stateDirectory]) {
      try await executor.run { [file] () throws(OwnerVerificationError) in try file.save(record) }
    }
    let bytes = try OwnerVerificationError.asFailure(now: file.encoded(record))
    if places.contains(.taskDatabase) {
      try await credentials.state.record(bytes: bytes, .attempts)
    }
    if places.contains(.credentialStore) { try await credentials.setBytes(bytes, for: .attempts) }
  }

  private func note() async -> AttemptFinding {
    do { return file.finding(in: try await credentials.state.state(.attempts)) } catch { return .garbage }
  }

  /// A damaged item is garbage: other programs can write to a keyring.
  private func stored() async throws(Failure) -> AttemptFinding {
    do throws(Failure) { return file.finding(in: try await credentials.bytes(.attempts)) } catch {
      guard error.code == .badData else { throw error }
      return .garbage
    }
  }
}

extension OwnerService {
  /// Where tried PINs are counted.
  func attemptPlaces(_ secrets: DeviceSecrets, rejectsLegacy: Bool = true) throws(Failure) -> AttemptRecordReplicas {
    try AttemptRecordReplicas(
      directories: directories, secrets: secrets, credentials: credentials, executor: executor,
      rejectsLegacy: rejectsLegacy
    )
  }

  /// Where tried PINs are counted, as the headers and what is noted of them have it.
  func attemptPlaces(
    _ secrets: DeviceSecrets, _ headers: [OwnerHeader], _ notes: HeaderAnchors
  ) throws(Failure) -> AttemptRecordReplicas {
    let isNoted = headers.contains { !$0.isLegacyFormat } || notes[.taskDatabase] != .missing
    return try attemptPlaces(secrets, rejectsLegacy: isNoted)
  }

  /// Looks at the record of tried PINs without trying one, so that a wait of another boot begins as early as it can.
  func refreshAttempts() async throws(Failure) {
    guard try await header() != nil else { return }
    let secrets = try await lockbox().secrets
    let (headers, notes) = try await readHeaders()
    guard headers.contains(where: { $0.slot(.pin) != nil }) else { return }
    let hasRecovery = headers.contains { $0.slot(.recovery) != nil }
    _ = try await attempts.status(in: try attemptPlaces(secrets, headers, notes), hasRecoverySlot: hasRecovery)
  }
}

extension VaultStateKey {
  /// The attempt record's note in the task database.
  static let attempts = VaultStateKey("attempts")
}
