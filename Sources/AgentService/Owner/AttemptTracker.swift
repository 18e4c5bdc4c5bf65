internal import AgentAPI
internal import Localization
internal import Logging
internal import OwnerVerification
internal import Waiting

/// Counts the tried PINs of this vault, before each is tried, in memory and in ``AttemptRecordReplicas``. What is in memory no file lowers
/// as long as the agent lives.
actor AttemptTracker {
  /// Whether a PIN may be tried.
  enum Status: Sendable {
    /// As the record has it.
    case known(AttemptCounter.Status)
    /// Not at all, for no wait can be measured.
    case noClock(Failure)
  }

  private let credentials: CredentialService
  private let logger: Logger
  private let mutex = AsyncMutex()
  private var counter = AttemptCounter()

  init(credentials: CredentialService, logger: Logger) {
    self.credentials = credentials
    self.logger = logger
  }

  /// How it stands. The first look takes in all places, and begins a wait of another boot anew.
  func status(in places: AttemptRecordReplicas, hasRecoverySlot: Bool) async throws(Failure) -> Status {
    await mutex.lock()
    defer { mutex.unlock() }
    let instant: BootInstant
    do { instant = try BootInstant.now() } catch { return .noClock(Failure(error)) }
    try await resolve(places, instant)
    return .known(counter.status(at: instant, hasRecoverySlot: hasRecoverySlot))
  }

  /// Counts an attempt in all places; only then may it be made. ``status(in:hasRecoverySlot:)`` comes first.
  func count(in places: AttemptRecordReplicas, hasRecoverySlot: Bool) async throws(Failure) {
    await mutex.lock()
    defer { mutex.unlock() }
    let instant = try OwnerVerificationError.asFailure(now: BootInstant.now())
    let former = counter.record
    switch counter.begin(at: instant, hasRecoverySlot: hasRecoverySlot) {
    case .allowed(let record):
      do throws(Failure) { try await places.write(record) } catch {
        counter.revertAttempt(to: former)
        throw error
      }
    case .wait(let seconds): throw .tooEarly(seconds)
    case .closed:
      throw Failure(
        .refused, "Too many wrong PINs: only the recovery code opens the vault now.",
        hint: "Run vault unlock at a terminal and give the recovery code.")
    }
  }

  /// Begins the count anew, after the owner was verified; nothing that stands in a place stands in the owner's way.
  func verified(in places: AttemptRecordReplicas) async {
    await mutex.lock()
    defer { mutex.unlock() }
    var found: [AttemptRecordLocation: AttemptFinding] = [:]
    if counter.record == nil {
      do throws(Failure) { found = try await places.findings(store: false) } catch { found = [:] }
    }
    let record = counter.verified(found)
    for place in AttemptRecordLocation.allCases {
      do throws(Failure) { try await places.write(record, to: [place]) } catch {
        logger.warning(
          "the count of tried PINs is behind", metadata: ["place": "\(place)", "reason": "\(error.message)"])
      }
    }
  }

  /// Makes the record of a new owner, which exists before the first PIN does; one that is there stays.
  func begin(in places: AttemptRecordReplicas) async throws(Failure) {
    await mutex.lock()
    defer { mutex.unlock() }
    let found = counter.record == nil ? try await places.findings(store: false) : [:]
    try await places.write(counter.establish(found))
  }

  private func resolve(_ places: AttemptRecordReplicas, _ instant: BootInstant) async throws(Failure) {
    let found = try await places.findings(store: counter.record == nil)
    for remark in counter.resolve(found, rejectsLegacy: places.rejectsLegacy, at: instant) {
      logger.warning("the record of tried PINs was changed", metadata: ["finding": "\(remark)"])
      credentials.notifyOwner(LocalizedText(words: remark.text))
    }
    guard let record = counter.record else { return }
    // Always the files: of two copies one may hold it alone. What holds it is not written again.
    let others = Set(found.filter { $0.value != .record(record) }.keys).union([.dataDirectory])
    // Counting, which has to write, will say what is in the way.
    do throws(Failure) { try await places.write(record, to: others) } catch {
      logger.warning("the record of tried PINs is behind", metadata: ["reason": "\(LogReason(error))"])
    }
  }
}

extension AttemptAnomaly {
  /// What the owner is told.
  var text: String {
    switch self {
    case .repaired(let place):
      "The record of tried PINs in \(place.text) was missing, damaged or outdated; it was repaired from the others."
        + " If you did not put files back, another program did."
    case .advised:
      "The record of tried PINs in the credential store is later than the others: either files were put back, or another program"
        + " wrote there. Its wait counts, once."
    case .distrusting:
      "The record of tried PINs is gone, damaged, or older than it may be in all places that could tell, so all tries count as used up."
    }
  }
}

extension AttemptRecordLocation {
  /// As people are told of it.
  var text: String {
    switch self {
    case .dataDirectory: "the data directory"
    case .stateDirectory: "the state directory"
    case .taskDatabase: "the task database"
    case .credentialStore: "the credential store"
    }
  }
}
