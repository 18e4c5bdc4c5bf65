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
    for isPlain in [false, true] {
      let terminal = try PseudoTerminal()
      let child = isPlain ? try vault.start(at: terminal) : try vault.start("reveal", id, at: terminal)
      try terminal.waitForText("Waiting for you to unlock the keyring, in its own window (Ctrl-C: give up)")
      terminal.type("\u{3}")
      let end = try child.waitForEnd()
      #expect(end.signal == SIGINT, "\(end)")
    }
    vault.killAgent()
    prompter.end()
  }
}
