import PrivateDesktop
import ProcessTesting
import Testing
import VaultTesting

@Suite("What is shown together, while nothing may be shown", .serialized)
struct PostponedNoticeTests {
  @Test("is taken down when it changes, and shown as soon as something may be shown", .timeLimit(.minutes(3)))
  func postponed() throws {
    let server = try TestServer()
    let phone = try TestDesktop(extra: ["VAULT_SERVER_URL": server.address])
    try phone.vault.mustRun("login", "--email", TestServer.email, "--password-stdin", input: TestServer.password + "\n")
    for number in 1...7 {
      try phone.vault.mustRun("push", "send", "-", input: #"{"aps": {"alert": "Notice \#(number)"}, "kind": "notice"}"#)
    }
    try waitUntil("all are here") { try phone.vault.inboxItems { $0.count == 7 }.count == 7 }
    let dunst = try Dunst(on: phone.bus, phone.display)
    try waitUntil("they are shown together") { try dunst.displayedCount() == 1 }

    // A live view in front keeps everything else from the desktop. What Enter opens is read, and counted no longer.
    let terminal = try PseudoTerminal()
    let watch = try phone.vault.start("inbox", "watch", at: terminal)
    try terminal.waitForText("q quit")
    terminal.type("\u{1B}[I\n")
    try terminal.waitForText("q back")
    try waitUntil("what says another number is taken down") { try dunst.displayedCount() == 0 }

    terminal.type("q")
    try terminal.waitForText("Inbox")
    terminal.type("q")
    #expect(try watch.waitForEnd().status == 0)
    try waitUntil("the rest is shown again") { try dunst.displayedCount() == 1 }
    try dunst.dismiss()
    try waitUntil("it says how many they are") { try dunst.history().contains("6 ") }
  }
}
