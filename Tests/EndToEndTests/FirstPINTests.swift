import Foundation
import ProcessTesting
import Testing
import VaultTesting

@Suite("The first PIN")
struct FirstPINTests {
  private static let otherPIN = "another long PIN"

  @Test("stands where another one waits for its recovery code to be typed back, and what it protects is shown")
  func two() throws {
    let vault = try TestVault()
    let terminal = try PseudoTerminal()
    let late = try vault.start("pin", "set", at: terminal)
    for prompt in ["New PIN", "once more"] {
      try terminal.waitForOutput(prompt)
      terminal.type(TestVault.pin + "\r")
    }
    try terminal.waitForText("Any key hides this")
    let shown = terminal.screen.lines.joined(separator: "\n")
    let code = try #require(shown.firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3,}/).map { String($0.output.0) })
    terminal.type(" ")
    try terminal.waitForOutput("Type the recovery code back")
    try vault.setPIN(Self.otherPIN)
    let id = try vault.addProtected("the combination")
    terminal.type(code + "\r")
    #expect(try late.waitForEnd(within: 40).status == 75, "\(terminal.screen.everything)")
    for _ in 1...2 {
      let outcome = try vault.reveal(id, pin: Self.otherPIN)
      #expect(outcome.output == "the combination" && !outcome.errors.contains("key slots"), "\(outcome)")
      vault.killAgent()
    }
    #expect(try vault.reveal(id).status == 77, "the PIN of the other one opens nothing")
  }

  @Test("stands where a restore waits for the backup's recovery code")
  func restore() throws {
    let other = try TestVault()
    let made = try other.mustRun("pin", "set", "--pin-stdin", input: TestVault.pin + "\n")
    let code = try #require(made.firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3,}/).map { String($0.output.0) })
    _ = try other.addProtected("of the backup")
    let path = other.root.appendingPathComponent("b.vault").path
    try other.mustRun("backup", path, "--pin-stdin", input: TestVault.pin + "\n")
    let vault = try TestVault()
    let terminal = try PseudoTerminal()
    let late = try vault.start("restore", path, at: terminal)
    try terminal.waitForOutput("Recovery code of the backup")
    try vault.setPIN(Self.otherPIN)
    let id = try vault.addProtected("the combination")
    terminal.type(code + "\r")
    #expect(try late.waitForEnd(within: 40).status != 0, "\(terminal.screen.everything)")
    #expect(try vault.reveal(id, pin: Self.otherPIN).output == "the combination")
  }
}
