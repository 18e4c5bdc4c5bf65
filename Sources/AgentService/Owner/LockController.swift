internal import AgentAPI
internal import LinuxSystem
internal import Localization
internal import OwnerVerification

/// Locks, and knows when that happens by itself.
protocol VaultLocking: Sendable {
  /// After so many seconds without a reveal it locks.
  var timeoutSeconds: Int { get async }

  /// Erases the key and has every client clear its screen.
  func lock(_ reason: LockReason) async

  /// Forgets the key that is kept for a verification by the system.
  func forgetWrapped() async
}

extension OwnerService: VaultLocking {}

/// Unlocks for every terminal.
protocol EverywhereUnlocking: OwnerAccessing {
  /// The owner's key, by ticket or verification.
  ///
  /// - Parameters:
  ///   - always: whether a ticket does not suffice.
  ///   - everywhere: whether the ticket that is earned is good for every terminal.
  func unlocked(
    _ conversation: any Conversation, always: Bool, everywhere: Bool
  ) async throws(Failure) -> OwnerService.Unlock
}

/// The requests to unlock and to lock. Each says in a sentence what was done.
struct LockController: Sendable {
  let owner: any VaultLocking
  let access: any EverywhereUnlocking

  /// Verifies the owner now, so that what follows does not ask for a while.
  ///
  /// - Parameter goesOn: whether the connection may have the ticket, since its client goes on with it.
  func unlock(everywhere: Bool, goesOn: Bool, _ conversation: any Conversation) async throws(Failure) -> LocalizedText {
    try await access.log("unlock", nil, conversation) { () throws(Failure) in
      guard everywhere || goesOn || TerminalSession(conversation.client) != nil else { throw .noTerminal }
      _ = try await access.unlocked(conversation, always: false, everywhere: everywhere)
    }
    let seconds = await owner.timeoutSeconds
    return "Unlocked. It locks \(seconds) s after the last reveal, or with vault lock."
  }

  /// Locks at once.
  ///
  /// - Parameter forget: whether only the PIN or the recovery code unlocks next.
  func lock(forget: Bool) async -> LocalizedText {
    await owner.lock(.command)
    guard forget else { return "Locked." }
    await owner.forgetWrapped()
    return "Locked. The next unlock takes the PIN or the recovery code."
  }

  /// Locks, for the agent ends.
  func stop() async -> LocalizedText {
    await owner.lock(.stopping)
    return "The agent has locked and ends."
  }
}

extension Failure {
  /// An unlock was asked for where nothing could have its ticket.
  fileprivate static let noTerminal = Failure(
    .refused, "There is no terminal here, and an unlock belongs to one: nothing was unlocked.",
    hint: "Give the PIN to each command (--pin-stdin), or unlock every program of yours: vault unlock --everywhere.")
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to lock: LockController) {
    on(UnlockVault.self) { (request, conversation) throws(Failure) in
      Acknowledgement(
        try await lock.unlock(everywhere: request.everywhere, goesOn: request.goesOn ?? false, conversation))
    }
    on(LockVault.self) { (_) throws(Failure) in Acknowledgement(await lock.lock(forget: false)) }
    on(LockVaultAndForget.self) { (_) throws(Failure) in Acknowledgement(await lock.lock(forget: true)) }
    on(StopAgent.self) { (_) throws(Failure) in Acknowledgement(await lock.stop()) }
  }
}
