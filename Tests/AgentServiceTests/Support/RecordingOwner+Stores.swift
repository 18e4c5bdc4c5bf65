import AgentAPI
import Foundation
import Localization
import OwnerVerification
import VaultModel

@testable import AgentService

extension RecordingOwner: CredentialStoreOwner, BackupOwner, TextRestoringOwner, LockStatusReading {
  static let noPIN = Failure(.refused, "No PIN has been set yet.")

  func header() -> OwnerHeader? { hasHeader ? owner.header : nil }

  func storedHeader() -> OwnerHeader? { header() }

  func usableHeader() throws(Failure) -> OwnerHeader {
    guard hasHeader else { throw Self.noPIN }
    return owner.header
  }

  func ticket(of conversation: any Conversation) -> Date? { presence == .holdsTicket ? .sample : nil }

  func forgetNotes() throws(Failure) { try step("notes forgotten") }

  func ownerForBackup(_ conversation: any Conversation) throws(Failure) -> OwnerService.Verified {
    try step("owner for backup")
    guard presence == .verifies else { throw Self.refusal }
    return owner
  }

  func headerForBackup(of owner: OwnerService.Verified) throws(Failure) -> [UInt8] {
    try step("header for backup")
    return owner.header.encoded()
  }
}

extension RecordingOwner: RestoringOwner, ConfirmedTextsRestoring, AccessLogAdopting {
  func openBackup(
    _ encoded: [UInt8], of path: String, _ conversation: any Conversation
  ) throws(Failure) -> OwnerService.Verified {
    try step("open backup")
    guard presence == .verifies else { throw Self.refusal }
    return owner
  }

  func refuseOtherOwner(_ header: OwnerHeader) throws(Failure) { try step("compare owners") }

  func recordConfirmed(_ tasks: [TodoTask], of owner: OwnerService.Verified) throws(Failure) {
    try step("confirmed \(tasks.count)")
  }

  func adopt(of owner: OwnerService.Verified) throws(Failure) { try step("log adopted") }

  func adopt(
    _ owner: OwnerService.Verified, preparing prepare: @Sendable () async throws(Failure) -> Void
  ) async throws(Failure) -> OwnerService.Verified {
    try await prepare()
    try step("vault adopted")
    return owner
  }

  func replacePIN(
    of owner: OwnerService.Verified, _ conversation: any Conversation, unlessLockedSince locks: UInt64
  ) async throws(Failure) -> LocalizedText {
    try step("new PIN")
    _ = try await conversation.answer(to: Prompt(.newPIN, text: "New PIN"), unlessLockedSince: locks)
    return "The PIN is good."
  }
}
