import AgentAPI
import DesktopSession
import Foundation
import LinuxSystem
import Localization
import Testing

@testable import AgentService

@Suite("The request to look at everything the vault stands on")
struct DoctorControllerTests {
  private struct Fixed: HealthCheck {
    let subjects: [String]
    func findings() -> [DoctorFinding] { subjects.map { DoctorFinding(.ok, $0, "") } }
  }

  @Test("runs the checks one after the other")
  func order() async {
    let checks = [Fixed(subjects: ["one", "two"]), Fixed(subjects: []), Fixed(subjects: ["three"])]
    #expect(await DoctorController(checks: checks).findings().map(\.subject) == ["one", "two", "three"])
  }

  @Test("tells whether secrets can be swapped out, now or since the agent started")
  func memoryLock() {
    #expect(MemoryLockCheck.finding(isLocked: true, wasRefused: false, limit: 1).severity == .ok)
    let since = MemoryLockCheck.finding(isLocked: true, wasRefused: true, limit: 65_536)
    #expect(
      since.finding == "Since the agent started some secrets could be swapped out: the limit is 65536 bytes."
        && since.severity == .warning)
    #expect(
      MemoryLockCheck.finding(isLocked: false, wasRefused: true, limit: 0).finding.hasPrefix("Secrets can be swapped"))
    #expect(MemoryLockCheck().findings().map(\.subject) == ["memory lock"])
  }

  @Test("names what was set aside in each directory, the first ten of it, and a directory that can't be read")
  func setAside() throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    #expect(SetAsideCheck(directories: [directory.path, directory.path]).findings().isEmpty)
    for number in 1...12 {
      try Data().write(to: directory.appendingPathComponent("owner.set-aside-\(number)"))
    }
    let notices = SetAsideCheck(directories: [directory.path, directory.path]).notices()
    #expect(notices.count == 11 && notices[0].hasSuffix("\(directory.path)/owner.set-aside-1."), "\(notices)")
    #expect(notices[10] == "2 more files are set aside beside these.")
    let missing = SetAsideCheck(directories: [directory.path + "/none"]).findings()
    #expect(missing.map(\.finding) == ["The directory \(directory.path)/none can't be looked through."])
  }

  @Test("tells who gets at the agent's memory, unless Yama keeps everybody out")
  func processMemory() {
    #expect(ProcessMemoryCheck(isRestrictedByYama: { true }, wasOpenAtStart: { false }).findings().isEmpty)
    let traced = ProcessMemoryCheck(isRestrictedByYama: { false }, wasOpenAtStart: { false }).findings()
    #expect(traced.map(\.subject) == ["process memory"] && traced[0].remedy.contains("ptrace_scope"))
    let open = ProcessMemoryCheck(isRestrictedByYama: { false }, wasOpenAtStart: { true }).findings()
    #expect(open.map(\.severity) == [.warning] && open[0].remedy.contains("make install"))
  }

  @Test("names what the loader was told, whose code runs in the agent, and what that does not follow")
  func launch() {
    let environment = AgentEnvironment(
      environment: ["LD_PRELOAD": "/x.so", "LD_AUDIT": ""], ignored: ["OPENSSL_CONF"])
    let files = (1...7).map { "/home/ada/\($0).so" }
    let findings = AgentLaunchCheck(environment: environment) { () throws(SystemError) in files }.findings()
    #expect(findings.map(\.severity) == [.warning, .warning, .ok] && findings.allSatisfy { $0.subject == "agent" })
    #expect(findings[0].finding == "The agent was started with LD_PRELOAD: what that names runs inside it.")
    #expect(findings[1].finding.contains("/home/ada/5.so and 2 more files: neither"))
    #expect(findings[2].finding == "It does not follow OPENSSL_CONF, with which it was started.")
    let clean = AgentEnvironment(environment: [:], ignored: [])
    #expect(AgentLaunchCheck(environment: clean) { () throws(SystemError) in [] }.findings().isEmpty)
    let unknown = AgentLaunchCheck(environment: clean) { () throws(SystemError) in throw SystemError("read") }
    #expect(unknown.findings().map(\.severity) == [.warning])
  }

  @Test("knows whether the system verifies, pictures are decoded and the file of settings is understood")
  func installed() {
    #expect(SystemVerificationCheck(service: "/dev/null").findings().map(\.severity) == [.ok])
    #expect(SystemVerificationCheck(service: "/nowhere").findings().map(\.severity) == [.warning])
    #expect(PictureProgramCheck(hasProgram: true).findings().isEmpty)
    #expect(PictureProgramCheck(hasProgram: false).findings().map(\.subject) == ["pictures"])
    let unknown = UnknownSettingsCheck(keys: ["colour", "unlock-time"], directory: "/etc/vault").findings()
    #expect(unknown.count == 2 && unknown[0].remedy == "Correct it in /etc/vault/config.json, or take it out.")
    #expect(unknown[1].$finding == VaultSettings.notice(unknownKey: "unlock-time"))
  }

  private struct Watch: SessionStateReading { var state: SessionState? }

  @Test("tells what of the desktop session is watched")
  func session() {
    #expect(SessionCheck(watch: Watch()).findings().map(\.remedy) == ["Try again."])
    var state = SessionState()
    #expect(SessionCheck(watch: Watch(state: state)).findings().map(\.severity) == [.warning, .warning])
    state.capabilities.hasLogind = true
    state.capabilities.sessions = ["c1", "c2"]
    state.capabilities.screenSavers = ["org.b", "org.a"]
    let findings = SessionCheck(watch: Watch(state: state)).findings()
    #expect(findings.map(\.finding) == ["logind is watched: 2 sessions of yours.", "org.a, org.b"])
    #expect(findings.allSatisfy { $0.severity == .ok })
  }

  private struct Desktop: NotificationCapabilityReading {
    let result: Result<Set<String>, DesktopNotificationError>
    func capabilities() throws(DesktopNotificationError) -> Set<String> { try result.get() }
  }

  @Test("tells whether the desktop shows notifications, and why not")
  func notifications() async {
    let nothing = "Nothing in this session shows notifications: reminders and pushes are not shown."
    let cases: [(Result<Set<String>, DesktopNotificationError>, DoctorFinding.Severity, String)] = [
      (.success(["body", "actions"]), .ok, "The desktop shows notifications."),
      (.success(["body"]), .warning, "The desktop shows notifications, but no buttons."),
      (.failure(.noBus), .warning, "There is no desktop session: reminders and pushes are not shown."),
      (.failure(.noService), .warning, nothing),
      (.failure(.noAnswer), .warning, "The notification service does not answer."),
    ]
    for (result, severity, text) in cases {
      let findings = await NotificationCheck(desktop: Desktop(result: result)).findings()
      #expect(findings.map(\.severity) == [severity] && findings.map(\.finding) == [text])
    }
    let dead = await NotificationCheck(desktop: Desktop(result: .failure(.noBus)), bus: "unix:path=/dead").findings()
    #expect(
      dead.map(\.finding) == ["Nothing answers on the session bus unix:path=/dead: reminders and pushes are not shown."]
    )
  }
}
