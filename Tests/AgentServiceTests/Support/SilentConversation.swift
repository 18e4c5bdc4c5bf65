import AgentAPI
import Foundation
import LinuxSystem
import SecretMemory

@testable import AgentService

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
  func notify(_ event: Event) {}
  func report(_ progress: AgentAPI.Progress) {}
}
