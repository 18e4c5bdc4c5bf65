import AgentAPI
import Foundation
import Localization
import Synchronization
import Testing

@testable import AgentService

@Suite("The request to do something about what the doctor found")
struct RemedyControllerTests {
  private struct Fixed: HealthCheck {
    let fix: Remedy?
    func findings() -> [DoctorFinding] { [DoctorFinding(.warning, "subject", "finding", remedy: "words", fix: fix)] }
  }

  private struct Ways: RemedyWays {
    let log = CallLog()
    var failure: Failure?

    private func go(_ way: String) throws(Failure) -> LocalizedText {
      log.add(way)
      if let failure { throw failure }
      return LocalizedText(verbatim: way)
    }

    func setPIN(_ conversation: any Conversation) throws(Failure) -> LocalizedText { try go("set-pin") }
    func createRecoveryCode(_ conversation: any Conversation) throws(Failure) -> LocalizedText {
      try go("create-recovery-code")
    }
    func confirmSettings(_ conversation: any Conversation) throws(Failure) -> LocalizedText {
      try go("confirm-settings")
    }
    func logIn(_ conversation: any Conversation) throws(Failure) -> LocalizedText { try go("log-in") }
  }

  private func controller(_ found: [Remedy?], _ ways: Ways) -> RemedyController {
    RemedyController(doctor: DoctorController(checks: found.map(Fixed.init)), ways: ways)
  }

  @Test(
    "goes the one way that the word stands for, where it is found", arguments: Remedy.allCases.filter { $0 != .unknown }
  )
  func goes(_ remedy: Remedy) async throws {
    let ways = Ways()
    let said = try await controller([nil, .logIn, remedy], ways).apply(remedy, ScriptedConversation())
    #expect(said.english == remedy.rawValue && ways.log.calls == [remedy.rawValue])
  }

  @Test("does nothing that is not found now", arguments: Remedy.allCases)
  func notFound(_ remedy: Remedy) async throws {
    let ways = Ways()
    let others = Remedy.allCases.filter { $0 != remedy && $0 != .unknown }
    await #expect(throws: Failure.self) {
      _ = try await controller(others + [nil], ways).apply(remedy, ScriptedConversation())
    }
    #expect(ways.log.calls.isEmpty)
  }

  @Test("does nothing for a word that it does not know, whoever found it")
  func unknown() async throws {
    let ways = Ways()
    await #expect(throws: Failure.unknownRequest) {
      _ = try await controller([.unknown], ways).apply(.unknown, ScriptedConversation())
    }
    #expect(ways.log.calls.isEmpty)
  }

  @Test("fails as its way fails")
  func refused() async throws {
    var ways = Ways()
    ways.failure = RecordingOwner.refusal
    await #expect(throws: RecordingOwner.refusal) {
      _ = try await controller([.confirmSettings], ways).apply(.confirmSettings, ScriptedConversation())
    }
  }

  @Test("has no word for a rollback, a counter or a command line")
  func words() {
    #expect(
      Set(Remedy.allCases.map(\.rawValue))
        == ["set-pin", "create-recovery-code", "confirm-settings", "log-in", "unknown"])
  }
}
