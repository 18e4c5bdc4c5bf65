import AgentAPI
import Foundation
import LinuxSystem
import OwnerVerification
import SecretMemory
import VaultModel

@testable import AgentService

/// An owner who is not there: whatever asks for them is refused.
struct AbsentOwner: OwnerAccessing, ConfirmedTextsKeeping {
  static let refusal = Failure(.refused, "The owner is not there.")

  func askForPassphrase(_ conversation: any Conversation) throws(Failure) {}

  func log<Value: Sendable>(
    _ action: String, _ task: UUID?, _ conversation: any Conversation, _ access: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value { try await access() }

  func unlocked(
    _ conversation: any Conversation, always: Bool, everywhere: Bool
  ) throws(Failure) -> OwnerKeeper.Unlock { throw Self.refusal }

  func verifyAfresh(_ conversation: any Conversation) throws(Failure) -> OwnerKeeper.Verified { throw Self.refusal }

  func asksAlways(_ task: TodoTask, _ owner: OwnerKeeper.Verified) -> Bool { task.alwaysVerify }
  func noteAsking(_ tasks: [TodoTask], by owner: OwnerKeeper.Verified?, wasAsked: Bool) {}
  func disown(_ items: [SealedItem], of owner: OwnerKeeper.Verified) {}
}

/// A client at which nobody sits: this process.
struct SilentConversation: Conversation {
  let client: ProcessIdentity
  let number: UInt64 = 1
  let hasEnded = false
  let isInteractive = false
  let lockCount: UInt64 = 0

  init() throws { client = try ProcessIdentity(pid: ProcessInfo.processInfo.processIdentifier) }

  func ask(_ prompt: Prompt, unlessLockedSince count: UInt64?) -> SharedSecret? { nil }
  func show(_ secret: SharedSecret, as notice: SecretNotice, unlessLockedSince count: UInt64) {}
  func send(_ part: String, unlessLockedSince count: UInt64?) {}
  func tell(_ event: Event) {}
  func report(_ progress: AgentAPI.Progress) {}
}
