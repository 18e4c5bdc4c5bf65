internal import AgentAPI
internal import FoundationEssentials
internal import LinuxSystem
internal import Localization
internal import Logging
internal import OwnerVerification
internal import Sealing
internal import SecretMemory
internal import TaskStore

/// Keeps the owner's private half while the vault is unlocked, and decides which client may use it.
///
/// ``SessionLock`` decides; this actor holds what there is to hold: the key, the timer, the clients to tell.
actor OwnerService {
  let headerFile: OwnerHeaderFile
  /// The note of the header in the state directory.
  let noteFile: HeaderAnchorFile
  let directories: (data: String, state: String)
  let credentials: CredentialService
  let texts: any OwnerTextsKeeping
  /// Counts the tried PINs, as long as this agent lives.
  let attempts: AttemptTracker
  let accessLog: any AccessLog
  let events: EventHub
  let executor = BlockingExecutor(label: "vault.owner")
  let logger: Logger
  /// Which settings count.
  let settings: SettingsPolicy
  /// How the system verifies.
  let system: PAMVerifier.Configuration
  /// What new slots cost.
  let cost: KDFCost
  /// Where that is measured: beside the unlocks, which wait for nothing but their own.
  let costExecutor = BlockingExecutor(label: "vault.cost")
  /// Whether this agent has begun to measure.
  var hasMeasuredCost = false
  /// What a PIN slot could cost here, where the present one is cheap; nil until that is known, and once it is made use of.
  var affordableCost: Argon2id.Calibration?
  /// Whether the header or its witness is being replaced, so that no other change begins.
  var isReplacingHeader = false
  /// How often the header was replaced, so that whoever waited notices.
  var headerChanges: UInt64 = 0
  /// The header this agent has proven or written: no file brings another.
  var verifiedHeader: OwnerHeader?
  /// The header that is being written.
  var nextHeader: OwnerHeader?
  /// The connections over which the owner was verified.
  private var verifying: Set<UInt64> = []
  private var sessionLock: SessionLock
  private var unlocked: Verified?
  private var wrapped: WrappedOwnerKey?
  /// How often what is kept for the system was forgotten on purpose.
  private var forgets: UInt64 = 0
  private var timer: Task<Void, Never>?

  init(
    directories: (data: String, state: String), credentials: CredentialService, texts: any OwnerTextsKeeping,
    settings: SettingsPolicy, system: PAMVerifier.Configuration, cost: KDFCost, accessLog: any AccessLog,
    events: EventHub, logger: Logger
  ) {
    self.system = system
    self.cost = cost
    headerFile = OwnerHeaderFile(directory: directories.data)
    noteFile = HeaderAnchorFile(path: Self.notePath(directories))
    self.directories = directories
    self.credentials = credentials
    self.texts = texts
    attempts = AttemptTracker(credentials: credentials, logger: logger)
    self.accessLog = accessLog
    self.events = events
    self.logger = logger
    self.settings = settings
    sessionLock = SessionLock(idleTimeout: .seconds(SettingsPolicy.standardTimeout))
  }

  /// Whether a client may see protected text without being verified again, and until when.
  func ticket(of conversation: any Conversation) -> Date? {
    guard isOpen(for: conversation), case .unlocked(let until, _) = sessionLock.state
    else { return nil }
    return Date(timeIntervalSinceNow: (until - .now) / .seconds(1))
  }

  /// Whether there is a PIN and nobody has unlocked the vault; true also where that can't be told.
  var isLocked: Bool {
    if case .unlocked = sessionLock.state { return false }
    do throws(Failure) { return try storedHeader() != nil } catch { return true }
  }

  /// After so many seconds without a reveal it locks: what is set, as far as the owner who unlocked last has confirmed it.
  var timeoutSeconds: Int { Int(sessionLock.idleTimeout / .seconds(1)) }

  /// Whether the key is kept for a later verification by the system.
  var canVerifyBySystem: Bool { wrapped != nil }

  // MARK: Unlocking

  /// What there was when a verification began: a lock since then makes it worthless, and whoever had the kept key forgotten has not
  /// asked for another.
  struct Beginning: Equatable, Sendable {
    let locks: UInt64
    let forgets: UInt64
  }

  /// What a verification begins with now.
  var beginning: Beginning { Beginning(locks: sessionLock.epoch, forgets: forgets) }

  /// What a verification yields: the owner, proven by the header whose slot was opened, in force when it was.
  typealias Verified = SharedOwner

  /// What an unlocked vault hands out.
  struct Unlock: Sendable {
    /// The owner's key, and whose it is.
    let owner: Verified
    /// Whether the owner was verified for it just now.
    let wasVerified: Bool
    /// Whether the vault was locked before, for everybody.
    var wasLocked = false
    /// How many locks the client had been told of when the key was handed out: what it opens must not be shown after one
    /// more.
    let locks: UInt64
  }

  /// The private half, for a client that holds a ticket or earns one now.
  ///
  /// - Parameters:
  ///   - always: asks even where there is a ticket.
  ///   - everywhere: makes the ticket good for every terminal.
  func unlock(
    _ conversation: any Conversation, always: Bool = false, everywhere: Bool = false
  ) async throws(Failure) -> Unlock {
    if !always, !everywhere, isOpen(for: conversation), let unlocked {
      return Unlock(owner: unlocked, wasVerified: false, locks: conversation.lockCount)
    }
    let session = TerminalSession(conversation.client).map { SessionLock.Scope.session($0) }
    let scope = everywhere ? .everywhere : session ?? .connection(conversation.number)
    let epoch = sessionLock.epoch
    perform(sessionLock.handle(.verificationBegan), yielding: nil)
    let verified: Verified
    do throws(Failure) { verified = try await verify(conversation, mayUseSystem: true) } catch {
      perform(sessionLock.handle(.verificationEnded(epoch: epoch)), yielding: nil)
      throw error
    }
    sessionLock.idleTimeout = .seconds(settings.timeoutSeconds(.given(verified.header.terms.confirmed)))
    let actions = sessionLock.handle(.verified(epoch: epoch, scope, at: .now))
    perform(actions, yielding: verified)
    // It may have ended while it was verified, and nothing would take its ticket back.
    if conversation.hasEnded { connectionEnded(conversation.number) }
    guard isOpen(for: conversation), let unlocked else {
      throw Failure(.refused, "The vault was locked in the meantime.", hint: "Try again.")
    }
    return Unlock(
      owner: unlocked, wasVerified: true, wasLocked: actions.contains(.keepKey), locks: conversation.lockCount)
  }

  /// What a client that holds a ticket may use; nil for any other. Asks nobody.
  func unlockHeld(by conversation: any Conversation) -> Unlock? {
    guard isOpen(for: conversation), let unlocked else { return nil }
    return Unlock(owner: unlocked, wasVerified: false, locks: conversation.lockCount)
  }

  private func isOpen(for conversation: any Conversation) -> Bool {
    sessionLock.isOpen(for: TerminalSession(conversation.client), connection: conversation.number, at: .now)
  }

  /// A connection is over, and with it its ticket.
  func connectionEnded(_ number: UInt64) {
    verifying.remove(number)
    perform(sessionLock.handle(.connectionEnded(number)), yielding: nil)
  }

  /// Whether the owner was verified over this connection, or there is no owner yet. A ticket does not tell: it counts for every
  /// program that was started at its terminal.
  func isOwners(_ conversation: any Conversation) async -> Bool {
    if verifying.contains(conversation.number) { return true }
    do throws(Failure) { return try await header() == nil } catch { return false }
  }

  /// Notes that the owner was verified over a connection.
  func recordVerified(_ conversation: any Conversation) {
    if !conversation.hasEnded { verifying.insert(conversation.number) }
  }

  /// The private half after a fresh PIN or recovery code, whatever tickets there are: for what changes the keys. A lock that came
  /// meanwhile refuses it.
  func verifyAfresh(_ conversation: any Conversation) async throws(Failure) -> Verified {
    try await verify(conversation, mayUseSystem: false)
  }

  /// Notes that protected text was shown, which sets the idle timeout back.
  func recordReveal() { perform(sessionLock.handle(.revealed(at: .now)), yielding: nil) }

  /// Erases the key and has every client clear its screen. A verification under way will be thrown away.
  func lock(_ reason: LockReason) { perform(sessionLock.handle(.lock(reason)), yielding: nil) }

  private func perform(_ actions: [SessionLock.Action], yielding verified: Verified?) {
    for action in actions {
      switch action {
      case .keepKey: unlocked = verified
      case .discardKey: break
      case .eraseKeys:
        unlocked = nil
        credentials.forgetRead()
        texts.forgetRead()
      case .notifyClients(let reason): events.publish(.locked(reason: reason.rawValue))
      case .setTimer(let moment): setTimer(moment)
      case .cancelTimer: timer?.cancel()
      }
    }
  }

  private func setTimer(_ moment: ContinuousClock.Instant) {
    timer?.cancel()
    timer = Task { [weak self] in
      do { try await Task.sleep(until: moment, clock: .continuous) } catch { return }
      await self?.timePassed()
    }
  }

  private func timePassed() { perform(sessionLock.handle(.timePassed(.now)), yielding: nil) }

  // MARK: The key kept for the system

  /// Keeps the owner's key for later verification by the system, where that is what they chose; where the kernel keeps no keys,
  /// PINs go on.
  func wrap(_ owner: Verified) {
    guard owner.header.method == .system else {
      wrapped = nil
      return
    }
    do { wrapped = try WrappedOwnerKey(wrapping: owner.verified) } catch {
      logger.notice("no verification by the system: the kernel keeps no key", metadata: ["error": "\(error)"])
    }
  }

  /// The owner, by the kept key; only after the system has verified them. The header is proven as it is by a slot's key.
  func unwrap(for header: OwnerHeader) throws(OwnerVerificationError) -> Verified? {
    guard wrapped != nil else { return nil }
    return SharedOwner(try wrapped!.unwrap(for: header))
  }

  /// Forgets the kept key: slots or method have changed, the owner says so, or their last session has ended.
  func forgetWrapped() {
    wrapped = nil
    forgets += 1
  }

  /// Drops the kept key, which belongs to a header that was in force.
  func dropWrapped() { wrapped = nil }

  /// Holds the owner by a newer header, where the vault is unlocked.
  func renew(_ owner: Verified) { if unlocked != nil { unlocked = owner } }

  /// Where the state directory keeps its note of a data directory's header; several may share one.
  private static func notePath(_ directories: (data: String, state: String)) -> String {
    "\(directories.state)/\(noteName(ofVault: directories.data))"
  }

  /// What the note in the state directory is called, which several vaults may share.
  ///
  /// - Parameter data: the vault's data directory.
  static func noteName(ofVault data: String) -> String {
    let number = SHA256.digest(of: Array(data.utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return "owner-\(String(number, radix: 16)).note"
  }
}

extension TerminalSession {
  /// The session of a client, nil when it has ended: a connection may outlive the process that made it, whose number
  /// may by then be another's.
  init?(_ client: ProcessIdentity) {
    self.init(ofProcess: client.pid, startedAt: client.startTime)
  }
}
