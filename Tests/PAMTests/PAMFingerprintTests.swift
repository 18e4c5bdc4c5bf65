internal import Foundation
internal import Testing

@testable internal import OwnerVerification

/// The real pam_fprintd against a stand-in for fprintd.
@Suite("PAM: fingerprint")
struct PAMFingerprintTests {
  /// The auth line of the sample file, with a password behind it that the test knows.
  private func directory() throws -> ServiceDirectory {
    let sample = try String(contentsOfFile: "\(Programs.repository)/packaging/pam/vault", encoding: .utf8)
    let line = try #require(sample.split(separator: "\n").first { $0.contains("pam_fprintd.so") && !$0.hasPrefix("#") })
    #expect(
      FileManager.default.fileExists(atPath: "\(Programs.libraries)/security/pam_fprintd.so"), "package libpam-fprintd")
    return try ServiceDirectory(String(line), "auth required MATRIX", "account required MATRIX")
  }

  @Test("a matching finger verifies, without any question")
  func match() async throws {
    let bus = try FingerprintBus(.match)
    let person = Person()
    try await directory().verify(environment: bus.environment) { person.hear($0) }
    #expect(person.heard.contains { $0.text.contains("finger") })
    #expect(!person.heard.contains { $0.needsAnswer })
  }

  @Test("a finger that does not match leads to the password, once")
  func noMatch() async throws {
    let bus = try FingerprintBus(.noMatch)
    let person = Person("opensesame")
    try await directory().verify(environment: bus.environment) { person.hear($0) }
    #expect(person.heard.contains(.error("Failed to match fingerprint")))
    #expect(person.heard.last == .hidden("Password:"))
  }

  @Test("no finger and no password is a denial")
  func nothingFits() async throws {
    let bus = try FingerprintBus(.noMatch)
    let person = Person("wrong")
    let directory = try directory()
    await #expect(throws: PAMError(.denied, "")) {
      try await directory.verify(environment: bus.environment) { person.hear($0) }
    }
  }

  @Test(
    "no reader, or no finger enrolled: the password at once",
    arguments: [FingerprintBus.Scenario.noReader, .notEnrolled])
  func noReader(_ scenario: FingerprintBus.Scenario) async throws {
    let bus = try FingerprintBus(scenario)
    let person = Person("opensesame")
    try await directory().verify(environment: bus.environment) { person.hear($0) }
    #expect(person.heard == [.hidden("Password:")])
  }

  @Test("no system bus at all: the password at once")
  func noBus() async throws {
    let person = Person("opensesame")
    let nowhere = "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nonexistent/bus"
    try await directory().verify(environment: [nowhere]) { person.hear($0) }
    #expect(person.heard == [.hidden("Password:")])
  }

  @Test("the sample file for remote clients names no fingerprint reader and includes nothing")
  func remoteSample() throws {
    let sample = try String(contentsOfFile: "\(Programs.repository)/packaging/pam/vault-remote", encoding: .utf8)
    let lines = sample.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.allSatisfy { $0.hasSuffix("pam_unix.so") })
    #expect(lines.count == 2)
  }
}
