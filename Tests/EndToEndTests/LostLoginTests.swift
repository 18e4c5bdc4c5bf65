import Foundation
import PrivateDesktop
import ProcessTesting
import Testing
import VaultTesting

@Suite("A login that the server refuses from now on", .serialized)
struct LostLoginTests {
  @Test(
    "is told on the desktop, by every command and by the doctor, until the owner has logged in", .timeLimit(.minutes(5))
  )
  func lostLogin() throws {
    let server = try TestServer()
    let desktop = try TestDesktop(extra: ["VAULT_SERVER_URL": server.address])
    let vault = desktop.vault
    let dunst = try Dunst(on: desktop.bus, desktop.display, stays: true)
    try vault.mustRun("login", "--email", TestServer.email, "--password-stdin", input: TestServer.password + "\n")
    try waitUntil("it is connected") { try vault.vault("doctor").output.contains("pushes arrive immediately") }
    try vault.mustRun("add", "Buy milk")
    #expect(try vault.vault("list").errors.isEmpty)

    try server.setPassword("another correct horse")
    try waitUntil("it is told on the desktop", 90) { try dunst.displayedCount() == 1 }
    let line = "\(server.address) refuses the stored password of \(TestServer.email). Run vault login.\n"
    #expect(try vault.vault("list").errors == line)
    for command in ["inbox", "history"] { #expect(try vault.vault(command).errors.contains(line), "\(command)") }
    _ = try TestVault.object(try vault.mustRun("list", "--json"))
    #expect(try !vault.vault("status").errors.contains("refuses"), "it says so itself")
    let doctor = try vault.vault("doctor")
    #expect(doctor.status == 69 && doctor.output.contains("the server refuses the stored password"))
    try dunst.click()
    #expect(try desktop.openedWords().contains("vault login"))
    #expect(try dunst.history().contains("refuses the stored password of \(TestServer.email)"))

    let terminal = try PseudoTerminal()
    let child = try vault.start("devices", at: terminal)
    try terminal.waitForQuestion("Password of \(TestServer.email)")
    terminal.type("another correct horse\r")
    #expect(try child.waitForEnd().status == 0, "\(terminal.screen.everything)")
    try waitUntil("the notification goes") { try dunst.displayedCount() == 0 }
    #expect(try vault.vault("list").errors.isEmpty)
    #expect(try vault.vault("doctor").output.contains("Logged in to \(server.address)"))
  }

  @Test("in quiet hours it is told by commands alone", .timeLimit(.minutes(3)))
  func quietHours() throws {
    let server = try TestServer()
    let hour = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: Date()).hour ?? 0
    let hours = [(hour + 23) % 24, (hour + 2) % 24].map { String(format: "%02d:00", $0) }.joined(separator: "-")
    let desktop = try TestDesktop(extra: ["VAULT_SERVER_URL": server.address, "VAULT_QUIET_HOURS": hours])
    let dunst = try Dunst(on: desktop.bus, desktop.display, stays: true)
    try desktop.vault.mustRun(
      "login", "--email", TestServer.email, "--password-stdin", input: TestServer.password + "\n")
    try server.setPassword("another correct horse")
    try waitUntil("commands tell it", 90) { try desktop.vault.vault("list").errors.contains("Run vault login.") }
    #expect(try dunst.displayedCount() == 0)
  }

  @Test("what needs the server says so where nobody can be asked, and after a logout")
  func nobodyToAsk() throws {
    let server = try TestServer()
    let vault = try TestVault.loggedIn(to: server)
    try vault.mustRun("logout")
    let terminal = try PseudoTerminal()
    let child = try vault.start("devices", at: terminal)
    #expect(try child.waitForEnd().status == 77, "who has logged out is not asked")
    #expect(!terminal.screen.everything.contains("Password"))
    try vault.mustRun("login")
    try server.setPassword("another correct horse")
    #expect(try vault.vault("devices").status == 77)
  }
}
