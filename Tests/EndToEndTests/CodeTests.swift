import Foundation
import ProcessTesting
import Testing
import VaultTesting

@Suite("One-time codes")
struct CodeTests {
  private static let key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

  /// The codes of a step before, of this and of the next, by another implementation.
  private func timedCodes() throws -> [String] {
    let script = """
      import hmac, struct, time
      for step in (-1, 0, 1):
          code = hmac.new(b"12345678901234567890", struct.pack(">Q", int(time.time()) // 30 + step), "sha1").digest()
          offset = code[-1] & 15
          print("%06d" % ((struct.unpack(">I", code[offset:offset + 4])[0] & 0x7fffffff) % 1000000))
      """
    let printed = try ChildProcess.run(["/usr/bin/python3", "-c", script], environment: ["PATH": "/usr/bin:/bin"])
    return printed.split(separator: "\n").map(String.init)
  }

  private func code(_ vault: TestVault, _ id: String) throws -> String {
    try vault.mustRun("code", id, "--plain", "--pin-stdin", input: TestVault.pin + "\n")
  }

  @Test("a timed code is the one of another implementation, and the text is not shown and not confirmed")
  func timed() throws {
    let vault = try TestVault()
    try vault.setPIN()
    try vault.mustRun("lock")
    let id = try vault.addProtected("Mail\notpauth://totp/Mail:ada?secret=\(Self.key)&issuer=Mail")
    #expect(try timedCodes().contains(code(vault, id)))
    #expect(try vault.mustRun("list").contains("not yet confirmed"))
    #expect(try vault.mustRun("log").contains("code"))
    try vault.mustRun("lock")
    #expect(try vault.vault("code", id, "--plain", "--pin-stdin", input: "not the PIN\n").status == 77)
  }

  @Test("a counted code never comes twice: the counter is raised in the text, which must be confirmed")
  func counted() throws {
    let vault = try TestVault()
    try vault.setPIN()
    try vault.mustRun("lock")
    let id = try vault.addProtected("otpauth://hotp/a?secret=\(Self.key)&counter=0\nBank")
    let refused = try vault.vault("code", id, "--plain", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(refused.status == 77 && refused.errors.contains("not confirmed"), "\(refused.errors)")
    _ = try vault.reveal(id)
    try vault.mustRun("add", "Meant to be taken back")
    #expect(try code(vault, id) == "755224")
    try vault.mustRun("undo")
    #expect(try !vault.mustRun("list").contains("Meant to be taken back"), "undo passes over the raised counter")
    #expect(try code(vault, id) == "287082")
    vault.killAgent()
    #expect(try code(vault, id) == "359152", "also after a crash")
    #expect(try vault.reveal(id).output == "otpauth://hotp/a?secret=\(Self.key)&counter=3\nBank")
  }

  @Test("a text without codes says what is missing")
  func missing() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let plain = try vault.addProtected("no code")
    let outcome = try vault.vault("code", plain, "--plain", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(outcome.status == 64 && outcome.errors.contains("otpauth://"), "\(outcome.errors)")
    let broken = try vault.addProtected("otpauth://totp/a?secret=1")
    let refusal = try vault.vault("code", broken, "--plain", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(refusal.status == 65 && refusal.errors.contains("its secret is not Base32"), "\(refusal.errors)")
  }

  @Test("at a terminal it is shown until it is no longer good, and goes with a key", .timeLimit(.minutes(3)))
  func shown() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("otpauth://totp/a?secret=\(Self.key)&period=3600")
    let terminal = try PseudoTerminal()
    let child = try vault.start("code", id, at: terminal)
    try terminal.waitForQuestion("PIN")
    terminal.type(TestVault.pin + "\r")
    try terminal.waitForText("a code for")
    terminal.type("q")
    #expect(try child.waitForEnd().status == 0)
    try terminal.wait(for: "the alternate screen is left") { !$0.screen.lines.joined().contains("a code for") }
  }
}
