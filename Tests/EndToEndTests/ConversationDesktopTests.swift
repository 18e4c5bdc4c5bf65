import Foundation
import PrivateDesktop
import ProcessTesting
import Testing
import VaultTesting

@Suite("A conversation on a real desktop's notification service", .serialized)
struct ConversationDesktopTests {
  @Test("has one notification, which names who writes and what, and opens the conversation by a click")
  func click() throws {
    let server = try TestServer()
    try server.addAccount("eve@example.org")
    let ada = try TestVault.loggedIn(to: server)
    let desktop = try TestDesktop(extra: ["VAULT_SERVER_URL": server.address])
    let eve = desktop.vault
    try eve.mustRun("login", "--email", "eve@example.org", "--password-stdin", input: TestServer.password + "\n")
    let adas = try ada.userID()
    try eve.mustRun("follow", adas)
    try eve.mustRun("message", "list", "--json")
    let service = try MockNotifications(on: desktop.bus)
    try ada.mustRun("message", "send", try eve.userID(), "The <b>tea</b> is ready.")
    let title = "ada (\(adas.prefix(8)))"
    try waitUntil("it is shown") {
      try service.shown().contains("<'\(title)'>, <'The &lt;b&gt;tea&lt;/b&gt; is ready.'>")
    }
    try service.invoke("default", of: 1)
    #expect(try desktop.openedWords().contains("vault message open \(adas);"))
  }
}
