import AgentAPI
import Foundation
import Localization
import Logging
import OwnerVerification
import Sealing
import SecretMemory
import Testing

@testable import AgentService

@Suite("What the doctor and the status say of key slots and settings")
struct OwnerChecksTests {
  /// Key slots that are as a test has them.
  private struct Slots: KeySlotsReading, ConfirmationReading {
    var headers: [OwnerHeader] = []
    var notes = HeaderAnchors([:])
    var verifiedHeader: OwnerHeader?
    var failure: Failure?
    var word = OwnerConfirmation.noOwner

    func readHeaders() throws(Failure) -> (headers: [OwnerHeader], notes: HeaderAnchors) {
      if let failure { throw failure }
      return (headers, notes)
    }

    func storedHeader() -> OwnerHeader? { headers.first }

    func claimedWord() -> OwnerConfirmation { word }
  }

  private static let deviceKey: [UInt8] = Array(1...32)

  private func keys() throws -> OwnerKeys {
    OwnerKeys(parameters: try Argon2id.Parameters(memoryKiB: 64, iterations: 1, parallelism: 1))
  }

  private func owner() throws -> VerifiedOwner {
    try keys().create(
      vaultID: UUID(), pin: SecretBytes(Array("a long PIN".utf8)), pepper: SystemRandom.secret(32),
      deviceKey: SecretBytes(Self.deviceKey))
  }

  private func check(_ slots: Slots) -> KeySlotsCheck { KeySlotsCheck(owner: slots, logger: Logger(label: "test")) }

  @Test("tell what opens the vault, and what a forgotten PIN would lose")
  func slots() async throws {
    var slots = Slots()
    #expect(await check(slots).findings().map(\.remedy) == ["vault pin set"])
    let owner = try owner()
    slots.headers = [owner.header]
    #expect(await check(slots).findings().map(\.remedy) == ["vault recovery create"])
    let alone = try keys().create(
      vaultID: UUID(), recoveryCode: RecoveryCode(), deviceKey: SecretBytes(Self.deviceKey))
    slots.headers = [alone.header]
    #expect(await check(slots).findings().map(\.finding) == ["Only the recovery code opens the vault."])
  }

  @Test("tell of older key slots that were put back, unless the agent has proven these")
  func older() async throws {
    let old = try owner()
    let new = try old.verified(of: try keys().updating(old, deviceKey: SecretBytes(Self.deviceKey)))
    var slots = Slots(headers: [old.header])
    slots.notes = HeaderAnchors([.taskDatabase: .read(try HeaderAnchor(of: new.header, by: new))])
    let findings = await check(slots).findings()
    #expect(findings.map(\.finding) == [Failure.headerNotInForce.message] && findings[0].severity == .problem)
    slots.verifiedHeader = old.header
    #expect(await check(slots).findings().map(\.severity) == [.warning], "there is no recovery code")
  }

  @Test("the status tells that the files of the key slots are gone, and waits for nothing else")
  func gone() async throws {
    var slots = Slots()
    #expect(try await check(slots).notices().isEmpty)
    slots.failure = Failure(.badData, "The files are gone.")
    #expect(try await check(slots).notices() == ["The files are gone."])
    #expect(await check(slots).findings().map(\.finding) == ["The files are gone."])
    slots.failure = Failure(.unavailable, "The keyring is locked.")
    #expect(try await check(slots).notices().isEmpty)
    slots.headers = [try owner().header]
    slots.failure = Failure(.badData, "The files are others.")
    #expect(try await check(slots).notices().isEmpty, "where there are files, nothing more is looked at")
  }

  @Test("name settings that do not count as long as the owner has not confirmed them, each once")
  func settings() async throws {
    var asked = VaultSettings.defaults
    asked.unlockTimeoutSeconds = 3600
    let policy = try SettingsPolicy(asked)
    var slots = Slots()
    #expect(await IgnoredSettingsCheck(policy: policy, owner: slots).notices().isEmpty, "without an owner all count")
    slots.word = .given(ConfirmedSettings())
    let check = IgnoredSettingsCheck(policy: policy, owner: slots)
    let notices = await check.notices()
    #expect(notices.count == 1 && notices[0].contains("unlock-timeout") && notices[0].contains("300 is used"))
    #expect(await check.findings().map(\.$finding) == notices)

    let waiting = NoticeQueue()
    waiting.add("Another's.")
    waiting.add("Somebody was here.", for: .owner)
    waiting.add(notices[0], for: .owner)
    #expect(
      await WaitingNoticeSource(waiting: waiting, settings: check).notices() == ["Somebody was here."] + notices)
  }
}
