import AgentAPI
import Foundation
import LinuxSystem
import Localization
import OwnerVerification
import Synchronization
import VaultModel

@testable import AgentService

/// An owner who is asked: what for, and in which order.
final class RecordingOwner: OwnerAccessing, ConfirmedTextsRecording {
  static let refusal = Failure(.refused, "The owner is not there.")

  /// What a ticket is good for: nothing, because nobody is there; whatever needs no verification; or the person sits there.
  enum Presence { case absent, holdsTicket, verifies }

  /// What becomes of the event at which a disk is full.
  static let fault = Failure(.inputOutput, "The disk is full.")

  let owner: OwnerService.Verified
  let presence: Presence
  /// Whether the vault has key slots.
  let hasHeader: Bool
  /// The event at which the disk is full.
  private let faulty: String?
  private let recorded = Mutex<[String]>([])

  init(
    _ presence: Presence = .absent, _ owner: SharedOwner? = nil, hasHeader: Bool = true, failingAt event: String? = nil
  ) throws {
    self.presence = presence
    self.hasHeader = hasHeader
    faulty = event
    self.owner = try owner ?? SharedOwner.sample()
  }

  /// What was asked of them, in that order.
  var events: [String] { recorded.withLock { $0 } }

  func record(_ event: String) { recorded.withLock { $0.append(event) } }

  /// Records what may fail.
  func step(_ event: String) throws(Failure) {
    record(event)
    if event == faulty { throw Self.fault }
  }

  func askForPassphrase(_ conversation: any Conversation) throws(Failure) { record("passphrase") }

  func log<Value: Sendable>(
    _ action: String, _ task: UUID?, _ conversation: any Conversation, _ access: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    record("log \(action) of \(task == nil ? "several" : "one")")
    let value = try await access()
    record("granted")
    return value
  }

  func unlocked(_ conversation: any Conversation, always: Bool) throws(Failure) -> OwnerService.Unlock {
    record(always ? "unlock always" : "unlock")
    guard presence == .verifies || (presence == .holdsTicket && !always) else { throw Self.refusal }
    return OwnerService.Unlock(owner: owner, wasVerified: presence == .verifies, locks: conversation.lockCount)
  }

  func verifyAfresh(_ conversation: any Conversation) throws(Failure) -> OwnerService.Verified {
    record("verify")
    guard presence == .verifies else { throw Self.refusal }
    return owner
  }

  func asksAlways(_ task: TodoTask, _ owner: OwnerService.Verified) -> Bool { task.alwaysVerify }

  func recordAsking(_ tasks: [TodoTask], by owner: OwnerService.Verified?, wasAsked: Bool) {
    record("asking of \(tasks.count), \(wasAsked ? "asked" : "not asked")")
  }

  func removeConfirmed(_ items: [SealedItem], of owner: OwnerService.Verified) {
    record("no longer confirmed: \(items.count)")
  }
}

extension RecordingOwner: SealingOwner, RevealRecording {
  func recipient() -> SealingRecipient? { SealingRecipient(owner.verified) }

  func unlockHeld(by conversation: any Conversation) -> OwnerService.Unlock? {
    guard presence == .holdsTicket else { return nil }
    return OwnerService.Unlock(owner: owner, wasVerified: false, locks: conversation.lockCount)
  }

  func recordReveal() { record("revealed") }
}
