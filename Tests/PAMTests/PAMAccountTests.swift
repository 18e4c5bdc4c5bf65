internal import Foundation
internal import ProcessTesting
internal import Testing

@testable internal import OwnerVerification

/// The real pam_unix, with real accounts, as an ordinary user: the password is checked by Debian's set-group-ID helper.
@Suite("PAM: accounts of the system", .serialized)
struct PAMAccountTests {
  @Test("the login password verifies an ordinary user through the sample files")
  func rightPassword() throws {
    let account = try TestAccount()
    for service in ["vault-remote", "vault"] {
      let said = try account.verify(answers: TestAccount.password, service: service)
      #expect(said.contains("prompt: hidden(\"Password:\")"), "\(said)")
      #expect(said.hasSuffix("outcome: verified\n"), "\(said)")
    }
  }

  @Test("a wrong password is denied")
  func wrongPassword() throws {
    let account = try TestAccount()
    #expect(try account.verify(answers: "wrong").contains("outcome: denied"))
  }

  @Test("an account without a password is denied")
  func noPassword() throws {
    let account = try TestAccount()
    try TestAccount.asRoot(["passwd", "--quiet", "--delete", account.name])
    #expect(try account.verify(answers: "").contains("outcome: denied"))
  }

  @Test("an expired account is refused in spite of the right password")
  func expiredAccount() throws {
    let account = try TestAccount()
    try TestAccount.asRoot(["usermod", "--expiredate", "2001-01-01", account.name])
    let said = try account.verify(answers: TestAccount.password)
    #expect(said.contains("outcome: accountExpired"), "\(said)")
    #expect(said.contains("administrator"), "\(said)")
  }

  @Test("a password that must be changed is refused, and the person is told how")
  func expiredPassword() throws {
    let account = try TestAccount()
    try TestAccount.asRoot(["chage", "--lastday", "0", account.name])
    let said = try account.verify(answers: TestAccount.password)
    #expect(said.contains("outcome: passwordExpired"), "\(said)")
    #expect(said.contains("passwd"), "\(said)")
  }

  @Test("the child ends with an agent that is killed")
  func endsWithAgent() throws {
    let account = try TestAccount()
    let directory = try ServiceDirectory(
      "auth required pam_unix.so", "account required pam_unix.so")
    let agent = try account.startVerification(service: directory.service, directory: directory.path, input: .silent)
    #expect(Processes.eventually { Processes.children(of: directory.service).count == 1 })
    let children = Processes.children(of: directory.service)
    let parents = children.compactMap { Processes.parent(of: $0) }
    for parent in parents { try TestAccount.asRoot(["kill", "-KILL", "\(parent)"]) }
    #expect(Processes.eventually { children.allSatisfy(Processes.hasEnded) })
    _ = try agent.exitStatus()
    #expect(!agent.output.text.contains("outcome"))
  }
}
