internal import Foundation
internal import SecretMemory
internal import Testing

@testable internal import OwnerVerification

@Suite("PAM: modules that work")
struct PAMVerifierTests {
  @Test("the right password verifies, and no child is left")
  func rightPassword() async throws {
    let directory = try ServiceDirectory("auth required MATRIX", "account required MATRIX")
    let person = Person("opensesame")
    try await directory.verify { person.hear($0) }
    #expect(person.heard == [.hidden("Password:")])
    #expect(Processes.children(of: directory.service).isEmpty)
  }

  @Test(
    "a wrong password is denied",
    arguments: ["", "opensesam", "opensesame ", "OPENSESAME", String(repeating: "x", count: 511)])
  func wrongPassword(_ password: String) async throws {
    let directory = try ServiceDirectory("auth required MATRIX", "account required MATRIX")
    let person = Person(password)
    await #expect(throws: PAMError(.denied, "")) { try await directory.verify { person.hear($0) } }
  }

  @Test("several prompts, hidden and visible, and messages between them arrive in order")
  func severalPrompts() async throws {
    let chatty = ServiceDirectory.module("pam_chatty")
    let directory = try ServiceDirectory(
      "auth required MATRIX", "auth required \(chatty) num_lines=16 info error",
      "auth required MATRIX echo", "account required MATRIX")
    let person = Person("opensesame", "opensesame")
    try await directory.verify { person.hear($0) }
    #expect(person.heard.first == .hidden("Password:"))
    #expect(person.heard.last == .visible("Password:"))
    let told = person.heard.filter { !$0.needsAnswer }
    #expect(told.count == 32, "sixteen of each kind: \(told)")
    #expect(told.contains { if case .error = $0 { true } else { false } })
  }

  @Test("a second module that refuses refuses all")
  func secondRefuses() async throws {
    let directory = try ServiceDirectory("auth required MATRIX", "auth required MATRIX", "account required MATRIX")
    let person = Person("opensesame", "wrong")
    await #expect(throws: PAMError(.denied, "")) { try await directory.verify { person.hear($0) } }
    #expect(person.heard.count == 2)
  }

  @Test("the account check refuses what the authentication let through")
  func accountRefused() async throws {
    let directory = try ServiceDirectory("auth required MATRIX", "account required pam_deny.so")
    let person = Person("opensesame")
    await #expect(throws: PAMError(.accountRefused, "")) { try await directory.verify { person.hear($0) } }
  }

  @Test("a declined prompt ends the verification as cancelled, at once")
  func declined() async throws {
    let directory = try ServiceDirectory("auth required MATRIX", "account required MATRIX")
    let error = await #expect(throws: PAMError.self) { try await directory.verify { _ in nil } }
    #expect(error?.code == .cancelled)
    #expect(Processes.children(of: directory.service).isEmpty)
  }

  @Test(
    "an answer no module could get whole is refused",
    arguments: [Array("opensesame\0more".utf8), [UInt8](repeating: 120, count: 512)])
  func unfitAnswer(_ answer: [UInt8]) async throws {
    let directory = try ServiceDirectory("auth required MATRIX", "account required MATRIX")
    await #expect(throws: PAMError(.answerRefused, "")) { try await directory.verify { _ in secret(answer) } }
  }

  @Test("a service without a file of its own, or without both groups, is refused whatever `other` permits")
  func missingService() async throws {
    let directory = try ServiceDirectory("auth required pam_permit.so")
    try directory.write("auth required pam_permit.so\naccount required pam_permit.so\n", to: "other")
    await #expect(throws: PAMError(.notConfigured, "")) { try await directory.verify { _ in nil } }
    try FileManager.default.removeItem(atPath: "\(directory.path)/\(directory.service)")
    let error = await #expect(throws: PAMError.self) { try await directory.verify { _ in nil } }
    #expect(error?.code == .notConfigured)
    #expect(error?.detail.contains("/etc/pam.d/\(directory.service)") == true)
  }

  @Test("a client over SSH gets the remote service, and nothing when that is missing")
  func remoteService() async throws {
    let directory = try ServiceDirectory("auth required pam_permit.so", "account required pam_permit.so")
    var configuration = PAMVerifier.Configuration()
    configuration.service = directory.service
    configuration.serviceDirectory = directory.path
    configuration.childExecutable = Programs.probe
    try await PAMVerifier(configuration).verify { _ in nil }
    configuration.isRemote = true
    let verifier = PAMVerifier(configuration)
    await #expect(throws: PAMError(.notConfigured, "")) { try await verifier.verify { _ in nil } }
    try directory.write("auth required pam_deny.so\naccount required pam_deny.so\n", to: "\(directory.service)-remote")
    await #expect(throws: PAMError(.denied, "")) { try await verifier.verify { _ in nil } }
  }

  @Test("a module that is not installed makes the verification fail")
  func missingModule() async throws {
    let directory = try ServiceDirectory("auth required pam_no_such_thing.so", "account required pam_permit.so")
    let error = await #expect(throws: PAMError.self) { try await directory.verify { _ in nil } }
    #expect([.unavailable, .denied].contains(error?.code))
  }

  @Test("verifications side by side don't disturb each other")
  func sideBySide() async throws {
    let directory = try ServiceDirectory("auth required MATRIX", "account required MATRIX")
    let verified = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<8 {
        group.addTask {
          let person = Person(index.isMultiple(of: 2) ? "opensesame" : "wrong")
          do { try await directory.verify { person.hear($0) } } catch { return index.isMultiple(of: 2) == false }
          return index.isMultiple(of: 2)
        }
      }
      return await group.reduce(into: [Bool]()) { $0.append($1) }
    }
    #expect(verified == Array(repeating: true, count: 8))
  }
}
