import Foundation
import PrivateDesktop
import ProcessTesting
import Testing
import VaultTesting

@Suite("A keyring that waits for its own password")
struct KeyringPromptTests {
  @Test("a command that waits for the keyring's prompt says so, and how to give up, whoever made it ask")
  func waiting() throws {
    let keyring = try PrivateKeyring()
    let prompter = try keyring.bus.startSilentPrompter()
    let vault = try TestVault(store: "secret-service", extra: ["DBUS_SESSION_BUS_ADDRESS": keyring.bus.address])
    try vault.setPIN()
    let id = try vault.addProtected("the text")
    vault.killAgent()
    try keyring.lock()
    // The keyring asks once: the second one is told of the question of the first one, which stays. What needs nothing of the keyring, as a plain
    // `vault` does, is answered meanwhile.
    let (first, second) = (try PseudoTerminal(), try PseudoTerminal())
    let waiting = "Waiting for you to unlock the keyring, in its own window (Ctrl-C: give up)"
    let revealing = try vault.start("reveal", id, at: first)
    try first.waitForText(waiting)
    let other = try vault.start("reveal", id, at: second)
    try second.waitForText(waiting)
    #expect(try vault.mustRun("status").contains("1 protected"))
    for (child, terminal) in [(other, second), (revealing, first)] {
      terminal.type("\u{3}")
      let end = try child.waitForEnd()
      #expect(end.signal == SIGINT, "\(end)")
    }
    vault.killAgent()
    prompter.end()
  }
}
