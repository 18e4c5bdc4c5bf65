import Foundation
import ProcessTesting
import Testing

@Suite("Leaving a server that is gone", .serialized)
struct PendingDeregistrationTests {
  @Test("is made up for by a later agent, and told until then")
  func laterAgent() throws {
    let (former, present) = (try TestServer(), try TestServer())
    let token = try former.sessionToken()
    let vault = try TestVault()
    func logIn(to server: TestServer) throws {
      try vault.mustRun(
        "login", "--server", server.address, "--email", TestServer.email, "--password-stdin",
        input: TestServer.password + "\n")
    }
    try logIn(to: former)
    try waitUntil("the device is registered") { try former.deviceCount(token) == 1 }
    former.kill()
    try logIn(to: present)
    let told = "\(former.address) could not be notified that you left"
    #expect(try vault.mustRun("status").contains(told))
    vault.killAgent()
    try waitUntil("the next agent knows it") { try vault.mustRun("status").contains(told) }
    #expect(try vault.vault("doctor").output.contains(told))
    vault.killAgent()
    try former.start()
    #expect(try former.deviceCount(token) == 1)
    try vault.mustRun("whoami")
    try waitUntil("the former server was told") { try former.deviceCount(token) == 0 }
    try waitUntil("nothing is left to be told") { try !vault.mustRun("status").contains(former.address) }
    #expect(try vault.mustRun("whoami") == TestServer.email + "\n")
  }
}
