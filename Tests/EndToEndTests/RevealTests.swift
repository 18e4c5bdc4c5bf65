import Foundation
import ProcessTesting
import Testing

@Suite("Protected tasks, from the command line to the encrypted file and back")
struct RevealTests {
  @Test("a protected text appears after the PIN, byte for byte, and not before")
  func revealsAfterPIN() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("line one\nline two\u{0}\u{1B}[31m ünïcödé", label: "Door code")
    let list = try vault.mustRun("list", "--json")
    #expect(list.contains("Door code") && !list.contains("line one"))
    let refused = try vault.vault("reveal", id, "--plain")
    #expect(refused.status == 77)
    #expect(refused.output.isEmpty)
    let shown = try vault.reveal(id)
    #expect(shown.status == 0)
    #expect(shown.output == "line one\nline two\u{0}\u{1B}[31m ünïcödé")
  }

  @Test("a lock closes what an unlock opened, and the log tells who asked")
  func locks() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("secret")
    #expect(try vault.reveal(id).output == "secret")
    try vault.mustRun("lock")
    #expect(try vault.vault("reveal", id, "--plain").status == 77)
    let log = try vault.mustRun("log", "--json")
    #expect(log.contains("\"granted\" : true") || log.contains("\"granted\":true"))
    #expect(log.contains("\"granted\" : false") || log.contains("\"granted\":false"))
  }

  @Test("a command whose session's leader has ended is asked for the PIN, and leaves no ticket behind")
  func withoutSessionLeader() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("secret")
    let program = TestVault.programs.appendingPathComponent("vault").path
    // The leader ends at once; what it left in the background waits for that.
    let script = """
      exec 3<&0
      ( while kill -0 $$ 2>/dev/null; do sleep 0.02; done
        "$1" reveal "$2" --plain --pin-stdin <&3; echo " with $?"
        "$1" reveal "$2" --plain </dev/null; echo "ended with $?" ) &
      """
    let leader = try ChildProcess(
      ["setsid", "/bin/sh", "-c", script, "sh", program, id], environment: vault.environment,
      input: .text(TestVault.pin + "\n"))
    #expect(try leader.exitStatus() == 0)
    try waitUntil("both have ended") { leader.output.text.contains("ended with") }
    #expect(leader.output.text == "secret with 0\nended with 77\n", "\(leader.text)")
  }

  @Test("a wrong PIN opens nothing, and after five the next has to wait")
  func limitsAttempts() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("secret")
    for _ in 0..<5 {
      let outcome = try vault.reveal(id, pin: "not this one")
      #expect(outcome.status == 77)
      #expect(outcome.output.isEmpty)
    }
    let sixth = try vault.reveal(id)
    #expect(sixth.status == 75, "even the right PIN waits: \(sixth.errors)")
    vault.killAgent()
    #expect(try vault.reveal(id).status == 75, "a restart shortens nothing")
  }

  @Test("copying the data directory back does not give the attempts back")
  func copiedProfile() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("secret")
    vault.killAgent()
    let data = vault.root.appendingPathComponent("data")
    let copy = vault.root.appendingPathComponent("copy")
    try FileManager.default.copyItem(at: data, to: copy)
    for _ in 0..<5 { _ = try vault.reveal(id, pin: "not this one") }
    vault.killAgent()
    try FileManager.default.removeItem(at: data)
    try FileManager.default.moveItem(at: copy, to: data)
    let outcome = try vault.reveal(id)
    #expect(outcome.status != 0, "the older profile must not be taken for the true one")
    #expect(outcome.output.isEmpty)
  }

  @Test("what was added while locked is revealed later")
  func addsWhileLocked() throws {
    let vault = try TestVault()
    try vault.setPIN()
    try vault.mustRun("lock")
    let id = try vault.addProtected("written while locked")
    #expect(try vault.reveal(id).output == "written while locked")
    vault.killAgent()
    #expect(try vault.reveal(id).output == "written while locked")
  }

  @Test("protected text as an argument is refused with the reason")
  func refusesArgument() throws {
    let vault = try TestVault()
    let outcome = try vault.vault("add", "--protected", "my secret")
    #expect(outcome.status == 64)
    #expect(!outcome.errors.isEmpty)
  }

  @Test("changing the PIN keeps every text, and the old PIN opens nothing")
  func changesPIN() throws {
    let vault = try TestVault()
    try vault.setPIN()
    let id = try vault.addProtected("kept")
    try vault.mustRun("pin", "change", "--pin-stdin", input: "\(TestVault.pin)\nanother long pin\n")
    #expect(try vault.reveal(id).status == 77)
    #expect(try vault.reveal(id, pin: "another long pin").output == "kept")
  }
}
