import Foundation
import Glibc
import PrivateDesktop
import ProcessTesting
import Testing

@Suite("Whoever guesses at the PIN of a running vault, and moves its clocks, files and agents")
struct GuessingTests {
  private let vault: TestVault
  private let id: String

  init() throws {
    vault = try TestVault()
    try vault.setPIN()
    id = try vault.addProtected("the text")
  }

  private static let reveal = #"exec "$VAULT" reveal "$TASK" --plain --pin-stdin"#

  /// Runs a reveal with the right PIN where the attacker has prepared its surroundings.
  private func attack(_ flags: [String], preparing: String = "true") throws -> TestVault.Outcome {
    let script = "set -e; TASK=\(id); ROOT=\(vault.root.path); \(preparing); \(Self.reveal)"
    return try vault.inNamespaces(flags, script, input: TestVault.pin + "\n")
  }

  private func expectNoPIN(_ outcome: TestVault.Outcome, _ about: String) {
    #expect(outcome.status == 69 && outcome.output.isEmpty, "\(outcome)")
    #expect(outcome.errors.contains(about), "\(outcome)")
  }

  @Test("in a time namespace no PIN is tried, before a wait and during one, and outside it serves again")
  func timeNamespace() throws {
    vault.killAgent()
    expectNoPIN(try attack(["--time", "--boottime", "1000000"]), "clock")
    vault.killAgent()
    expectNoPIN(try attack(["--time", "--monotonic", "5"]), "clock")
    vault.killAgent()
    try vault.guessWrong(5, at: id)
    vault.killAgent()
    expectNoPIN(try attack(["--time", "--boottime", "1000000"]), "clock")
    vault.killAgent()
    #expect(try vault.reveal(id).status == 75, "the wait goes on")
  }

  @Test("offsets of a time namespace that are mounted over hide nothing")
  func hiddenOffsets() throws {
    vault.killAgent()
    // The agent keeps the shell's number, whose offsets are mounted over.
    let agent = try vault.inNamespaces(
      ["--time", "--boottime", "1000000", "--mount"],
      """
      set -e; mkdir -p "$VAULT_RUNTIME_DIR"; chmod 700 "$VAULT_RUNTIME_DIR"
      printf 'monotonic           0         0\\nboottime            0         0\\n' > \(vault.root.path)/zero
      sh -c 'mount --bind \(vault.root.path)/zero /proc/$$/timens_offsets; exec "$AGENT"' & agent=$!
      until [ -S "$VAULT_RUNTIME_DIR/agent.sock" ]; do kill -0 $agent; sleep 0.05; done
      status=0; "$VAULT" reveal \(id) --plain --pin-stdin || status=$?
      kill $agent; wait $agent || true; exit $status
      """, input: TestVault.pin + "\n")
    expectNoPIN(agent, "clock")
  }

  @Test(
    "another boot that is mounted over the true one shortens no wait",
    arguments: [
      "mount --bind $ROOT/boot /proc/sys/kernel/random/boot_id",
      "mount -t tmpfs none /proc/sys && mkdir -p /proc/sys/kernel/random && cp $ROOT/boot /proc/sys/kernel/random/boot_id",
      "mkdir $ROOT/proc && mount --rbind /proc $ROOT/proc && mount -t tmpfs none /proc && for entry in $ROOT/proc/*; do "
        + "ln -s $entry /proc/; done; rm /proc/sys; mkdir -p /proc/sys/kernel/random; "
        + "cp $ROOT/boot /proc/sys/kernel/random/boot_id",
    ])
  func mountedBoot(mounting: String) throws {
    try vault.guessWrong(5, at: id)
    vault.killAgent()
    let boot = "printf '5af3f2a1-0000-4000-8000-000000000001\\n' > $ROOT/boot; "
    let outcome = try attack(["--mount"], preparing: boot + mounting)
    #expect(outcome.status != 0 && outcome.output.isEmpty, "\(outcome)")
    vault.killAgent()
    #expect(try vault.reveal(id).status == 75, "the wait goes on")
  }

  @Test("files that are put back under the same running agent bring no tries back")
  func filesPutBack() throws {
    try vault.guessWrong(1, at: id)
    let files =
      vault.attemptFiles
      + ["", "-wal", "-shm"].flatMap { suffix in
        ["credentials.db", "credentials.db.mirror"].map { "\(vault.data)/\($0)\(suffix)" }
      } + ["", ".copy"].map { "\(vault.root.path)/state/credentials.db.generation\($0)" }
    let before = vault.contents(of: files)
    var tried = 1
    for _ in 0..<12 {
      try vault.putBack(before, insteadOf: files)
      if try vault.reveal(id, pin: "not this one").status == 77 { tried += 1 }
    }
    #expect(tried <= 5, "\(tried) were tried")
    #expect(try vault.reveal(id).status != 0)
    // Nor when the older file is accepted as the true one.
    try vault.putBack(before, insteadOf: files)
    _ = try vault.vault("store", "accept-rollback")
    #expect(try vault.reveal(id, pin: "not this one").status != 77)
  }

  @Test("a try that the agent did not survive is counted")
  func killedTries() throws {
    for _ in 0..<5 {
      let former = vault.contents(of: [vault.attemptFiles[0]])
      let child = try ChildProcess(
        [TestVault.programs.appendingPathComponent("vault").path, "reveal", id, "--plain", "--pin-stdin"],
        environment: vault.environment, input: .text("not this one\n"))
      try waitUntil("the try is counted", 60) { vault.contents(of: [vault.attemptFiles[0]]) != former }
      vault.killAgent()
      _ = try child.exitStatus(within: 40)
    }
    #expect(try vault.reveal(id).status == 75)
  }

  @Test("a second agent of one vault does not start, whatever became of the file that was locked")
  func secondAgent() throws {
    try vault.mustRun("list")
    for file in ["agent.lock", "agent.lock.copy"] { unlink("\(vault.data)/\(file)") }
    let second = vault.environment.merging(["VAULT_RUNTIME_DIR": "\(vault.root.path)/run-2"]) { $1 }
    let agent = try ChildProcess([TestVault.programs.appendingPathComponent("vault-agent").path], environment: second)
    #expect(try agent.exitStatus() == 75)
    #expect(agent.errors.text.contains("Another agent"), "\(agent.text)")
    #expect(try vault.mustRun("list").contains("Label"))
  }
}
