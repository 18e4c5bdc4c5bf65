internal import Foundation
internal import Testing

@testable internal import OwnerVerification

@Suite("PAM: texts, service files and statuses")
struct PAMRulesTests {
  @Test(
    "a module's text is made fit for a terminal",
    arguments: [
      ("Password: ", "Password:"),
      ("\u{1B}]0;owned\u{7}Hi\nthere\t!", "]0;owned Hi there !"),
      ("\u{9B}31mred", "31mred"),
      ("abc\u{202E}txt.exe\u{2066}\u{200B}", "abctxt.exe"),
      ("Legen Sie den Finger auf Gerät №1 — 指紋", "Legen Sie den Finger auf Gerät №1 — 指紋"),
      ("", ""),
    ])
  func sanitised(_ text: String, _ expected: String) { #expect(PAMText.sanitised(Array(text.utf8)) == expected) }

  @Test("random bytes become short text without controls")
  func randomTexts() {
    var generator = SplitMix(state: 3)
    for _ in 0..<500 {
      let count = Int.random(in: 0...2048, using: &generator)
      let text = PAMText.sanitised((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
      #expect(text.count <= PAMText.maximumCharacters)
      #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
      #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .format })
    }
  }

  @Test("one letter with thousands of accents stays short")
  func manyAccents() {
    let text = PAMText.sanitised(Array(("e" + String(repeating: "\u{301}", count: 10_000)).utf8))
    #expect(text.unicodeScalars.count <= 4 * PAMText.maximumCharacters)
  }

  @Test(
    "a service file counts only with modules of its own for both groups",
    arguments: [
      ("auth required pam_unix.so\naccount required pam_unix.so\n", true),
      ("-auth\tsufficient\tpam_fprintd.so\naccount required pam_unix.so", true),
      ("AUTH required pam_unix.so\nAccount required pam_unix.so", true),
      ("auth [success=1 default=ignore] pam_unix.so\naccount required pam_unix.so", true),
      ("@include common-auth\n@include common-account\n", true),
      ("@include common-auth\n", false),
      ("auth required pam_unix.so\n#account required pam_unix.so\n", false),
      ("# auth required pam_unix.so\naccount required pam_unix.so\n", false),
      ("auth required\naccount required\n", false),
      ("", false),
    ])
  func serviceFiles(_ text: String, _ isComplete: Bool) {
    #expect(PAMServiceFile.isComplete(Array(text.utf8)) == isComplete)
  }

  @Test(
    "a service name can't leave its directory",
    arguments: ["", "..", "../su", "/etc/passwd", "Vault", "a b", "vault\0"])
  func serviceNames(_ name: String) {
    #expect(!PAMServiceFile.isValidName(name))
    #expect(!PAMServiceFile.isUsable(service: name, directory: "/etc/pam.d"))
  }

  @Test("every status but one fails, whatever the stage, and says the same each time")
  func statuses() {
    let stages: [PAMOutcome.Stage] = [.service, .start, .authenticate, .account, .user, .complete]
    for stage in stages {
      for status: Int32 in -2...40 where (stage, status) != (.complete, 0) {
        #expect(throws: PAMError.self) { try PAMOutcome(stage: stage, status: status).check(service: "vault") }
      }
    }
    let codes: [(PAMOutcome, PAMError.Code)] = [
      (PAMOutcome(stage: .authenticate, status: 7), .denied),
      (PAMOutcome(stage: .authenticate, status: 11), .tooManyTries),
      (PAMOutcome(stage: .authenticate, status: 9), .unavailable),
      (PAMOutcome(stage: .authenticate, status: 0), .denied),
      (PAMOutcome(stage: .account, status: 13), .accountExpired),
      (PAMOutcome(stage: .account, status: 12), .passwordExpired),
      (PAMOutcome(stage: .account, status: 6), .accountRefused),
      (PAMOutcome(stage: .service, status: 4), .notConfigured),
    ]
    for (outcome, code) in codes {
      let error = #expect(throws: PAMError.self) { try outcome.check(service: "vault") }
      #expect(error?.code == code)
      #expect(error?.detail.isEmpty == false)
    }
  }
}
