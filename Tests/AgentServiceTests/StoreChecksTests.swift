import AgentAPI
import CredentialStore
import Foundation
import Inbox
import Localization
import TaskStore
import Testing
import VaultModel

@testable import AgentService

@Suite("What the doctor and the status say of tasks, credentials and inbox")
struct StoreChecksTests {
  /// A store of tasks that is as a test has it.
  private actor Tasks: StoreHealthReporting {
    private let known: Result<StoreHealth, TaskStoreError>
    private var erasure: TaskStoreError?
    private(set) var events: [String] = []

    init(_ known: Result<StoreHealth, TaskStoreError> = .success(StoreHealth()), due: TaskStoreError? = nil) {
      (self.known, erasure) = (known, due)
    }

    func health() throws(TaskStoreError) -> StoreHealth {
      events.append("looked")
      return try known.get()
    }

    func knownHealth() throws(TaskStoreError) -> StoreHealth { try known.get() }

    func pendingErasureError() -> TaskStoreError? { erasure }

    func eraseStalePlaintext() {
      events.append("erased")
      if erasure == TaskStoreError(.busy) { erasure = nil }
    }
  }

  /// The check of a store of the vault's own.
  private static func check(_ tasks: Tasks) -> TaskStoreCheck { TaskStoreCheck(tasks: tasks, files: nil) }

  private static let notWhole: [LocalizedText] = ["Some stored tasks are damaged; see vault doctor."]

  @Test("name what is damaged and what was repaired; the status looks at nothing anew")
  func damagedTasks() async throws {
    var health = StoreHealth()
    health.repairs = ["A page was mended."]
    health.filesSetAside = ["/tasks.db.aside"]
    let whole = Tasks(.success(health))
    let finding = try #require(await Self.check(whole).findings().first)
    #expect(finding.severity == .ok)
    #expect(
      finding.finding == "All tasks are whole. A page was mended. What was damaged is kept as /tasks.db.aside.")
    #expect(try await Self.check(whole).notices().isEmpty)
    #expect(await whole.events == ["looked"])

    health = StoreHealth()
    health.damagedRows = ["summary 7"]
    let damaged = await Self.check(Tasks(.success(health))).findings()
    #expect(damaged.map(\.finding) == ["Damaged: summary 7."] && damaged[0].severity == .problem)
    #expect(try await Self.check(Tasks(.success(health))).notices() == Self.notWhole)
  }

  @Test("name twenty broken files, then how many more, and who else gets at the directory")
  func brokenFiles() async throws {
    var health = StoreHealth()
    health.brokenFiles = (1...23).map { "\($0).ics" }
    health.exposures = ["Others may write there."]
    let tasks = Tasks(.success(health))
    let paths = VaultPaths(data: "/d", config: "/c", state: "/s", runtime: "/r")
    let files = TaskStoreRegistration.icalendar(.defaults, paths).files
    let findings = await TaskStoreCheck(tasks: tasks, files: files).findings()
    #expect(findings.count == 23 && findings[0].finding == "All tasks that can be read are whole.")
    #expect(findings[1].finding == "1.ics" && findings[21].finding == "3 more files can't be read.")
    #expect(findings[22].subject == "calendar directory" && findings[22].severity == .warning)
    #expect(findings[21].subject == "calendar file" && findings[22].remedy.contains("calendar-dir"))
  }

  @Test("say why the tasks can't be read: the doctor as a finding, the status as a failure")
  func unreadable() async {
    let tasks = Tasks(.failure(TaskStoreError(.readOnly)))
    let findings = await Self.check(tasks).findings()
    #expect(findings.map(\.finding) == [Failure(TaskStoreError(.readOnly)).message])
    await #expect(throws: Failure(TaskStoreError(.readOnly))) { try await Self.check(tasks).notices() }
  }

  @Test("try again to erase before the doctor says that it is due; the status only says it")
  func erasure() async {
    let busy = Tasks(due: TaskStoreError(.busy))
    #expect(await ErasureCheck(tasks: busy).notices().count == 1)
    #expect(await busy.events.isEmpty)
    #expect(await ErasureCheck(tasks: busy).findings().isEmpty)
    #expect(await busy.events == ["erased"])
    #expect(await ErasureCheck(tasks: busy).notices().isEmpty)

    let full = Tasks(due: TaskStoreError(.diskFull))
    let findings = await ErasureCheck(tasks: full).findings()
    #expect(findings.map(\.subject) == ["former texts"] && findings[0].severity == .problem)
    #expect(findings[0].finding.hasPrefix("Every change is safe, but an old plaintext copy could not be erased"))
  }

  @Test("say where the credentials are, and that a keyring is gone")
  func credentials() async throws {
    var stores = ScriptedCredentialStores(owner: try RecordingOwner())
    var findings = await CredentialStoreCheck(inspector: stores.inspector()).findings()
    #expect(findings.map(\.finding) == ["file, chosen at the first write: /vault/credentials.db"])
    stores.chosen = .secretService
    findings = await CredentialStoreCheck(inspector: stores.inspector()).findings()
    #expect(
      findings.map(\.finding) == [
        "secret-service, chosen at the first write: org.freedesktop.secrets, collection Login"
      ])
    stores.keyring = nil
    findings = await CredentialStoreCheck(inspector: stores.inspector()).findings()
    let failure = Failure(CredentialStoreError(.unavailable, "no bus"))
    #expect(findings == [DoctorFinding(.problem, "credential store", failure.$message, remedy: failure.$hint)])
    stores.chosen = nil
    findings = await CredentialStoreCheck(inspector: stores.inspector()).findings()
    #expect(findings.map(\.finding) == ["Nothing has been stored yet."])
  }

  private struct Inbox: InboxSoundnessReading, LossReading, PendingRedactionReading {
    var soundness: Result<Bool, InboxStoreError> = .success(true)
    var losses: Result<[LostItems], Failure> = .success([])
    var servers: [String] = []

    func isSound() throws(InboxStoreError) -> Bool { try soundness.get() }
    func unreportedLosses() throws(Failure) -> [LostItems] { try losses.get() }
    func pending() -> [String] { servers }
  }

  @Test("say whether the inbox is whole, what of it is lost, and which servers may still have redacted texts")
  func inbox() async {
    var inbox = Inbox()
    #expect(await InboxCheck(store: inbox).findings().map(\.severity) == [.ok])
    #expect(await LossCheck(inbox: inbox).findings().isEmpty)
    inbox.soundness = .success(false)
    #expect(await InboxCheck(store: inbox).findings().map(\.finding) == [Failure(InboxStoreError(.damaged)).message])
    inbox.soundness = .failure(InboxStoreError(.diskFull))
    #expect(await InboxCheck(store: inbox).findings().map(\.severity) == [.problem])

    let lost = [LostItems(channel: nil, title: nil, count: 2), LostItems(channel: UUID(), title: "News", count: 1)]
    inbox.losses = .success(lost)
    #expect(await LossCheck(inbox: inbox).notices() == lost.map { LocalizedText(verbatim: $0.sentence) })
    #expect(await LossCheck(inbox: inbox).findings().map(\.subject) == ["lost items", "lost items"])
    inbox.losses = .failure(RecordingOwner.refusal)
    #expect(await LossCheck(inbox: inbox).notices().isEmpty, "there is no inbox to look at")

    inbox.servers = ["https://one may still have a text."]
    #expect(await RedactionCheck(redactions: inbox).notices().map(\.english) == inbox.servers)
    #expect(await RedactionCheck(redactions: inbox).findings().map(\.finding) == inbox.servers)
  }
}
