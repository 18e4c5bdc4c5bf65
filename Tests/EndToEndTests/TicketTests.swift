import Foundation
import ProcessTesting
import Testing
import VaultTesting

@Suite("Whose an unlock is")
struct TicketTests {
  private let vault: TestVault

  init() throws {
    vault = try TestVault()
    try vault.setPIN()
  }

  /// Runs a script in a session of its own that has no terminal, with the PIN to read; `vault` is $1, $2 and so on are
  /// `arguments`.
  private func withoutTerminal(_ script: String, _ arguments: String...) throws -> ChildProcess {
    let program = TestVault.programs.appendingPathComponent("vault").path
    let child = try ChildProcess(
      ["setsid", "/bin/sh", "-c", script, "sh", program] + arguments, environment: vault.environment,
      input: .text(TestVault.pin + "\n"))
    #expect(try child.exitStatus() == 0, "\(child.text)")
    return child
  }

  @Test("without a terminal unlock gives no ticket, says so, and asks for no PIN")
  func unlockWithoutTerminal() throws {
    let id = try vault.addProtected("secret")
    let child = try withoutTerminal(
      """
      "$1" unlock --pin-stdin; echo "unlock ended with $?"
      "$1" reveal "$2" --plain </dev/null; echo "reveal ended with $?"
      """, id)
    #expect(child.output.text == "unlock ended with 77\nreveal ended with 77\n", "\(child.text)")
    #expect(child.errors.text.contains("There is no terminal here") && child.errors.text.contains("--everywhere"))
    let log = try vault.mustRun("log", "--json")
    #expect(log.contains("no terminal here"), "it is written down as refused: \(log)")
  }

  @Test("a text revealed without a terminal leaves nothing to the next program of the same session")
  func oneShot() throws {
    let id = try vault.addProtected("secret")
    let child = try withoutTerminal(
      """
      "$1" reveal "$2" --plain --pin-stdin; echo " with $?"
      "$1" reveal "$2" --plain </dev/null; echo "ended with $?"
      "$1" status --json </dev/null | grep -c '"isUnlocked" *: *true'; :
      """, id)
    #expect(child.output.text == "secret with 0\nended with 77\n0\n", "\(child.text)")
  }

  @Test("a client without a terminal is verified once for what it asks on one connection")
  func connection() throws {
    for text in ["first", "second"] { _ = try vault.addProtected(text) }
    let child = try withoutTerminal(#""$1" reveal --all --plain --pin-stdin | tr '\0' '\n'"#)
    #expect(Set(child.output.text.split(separator: "\n")) == ["first", "second"], "\(child.text)")
  }

  /// A child connects while the agent can't look, and ends; its parent keeps the connection.
  private static let heir = """
    import os, signal, socket, sys, time
    agent = int(sys.argv[2])
    def stopped():
        states = [open(f"/proc/{agent}/task/{task}/stat").read().rpartition(")")[2].split()[0]
                  for task in os.listdir(f"/proc/{agent}/task")]
        return all(state == "T" for state in states)
    os.kill(agent, signal.SIGSTOP)
    # The signal is only on its way: a thread may look until it has stopped.
    deadline = time.monotonic() + 30
    while not stopped():
        if time.monotonic() > deadline:
            sys.exit("the agent has not stopped")
    connection = socket.socket(socket.AF_UNIX)
    child = os.fork()
    if child == 0:
        connection.connect(sys.argv[1])
        os._exit(0)
    os.waitpid(child, 0)
    heir = None
    for _ in range(50):
        # Root chooses the next number; elsewhere it takes the whole round of them, and nobody has it here.
        try:
            with open("/proc/sys/kernel/ns_last_pid", "w") as last:
                last.write(str(child - 1))
        except OSError:
            break
        heir = os.fork()
        if heir == 0:
            signal.pause()
        if heir == child:
            break
        os.kill(heir, signal.SIGKILL)
        os.waitpid(heir, 0)
        heir = None
    os.kill(agent, signal.SIGCONT)
    connection.settimeout(60)
    print(connection.recv(1), "with an heir" if heir else "without")
    if heir:
        os.kill(heir, signal.SIGKILL)
    """

  @Test("a connection whose process has ended is nobody's, whoever has its number now")
  func endedProcess() throws {
    try vault.mustRun("list")
    let pid = try #require(vault.agentPID)
    let child = try ChildProcess(["/usr/bin/python3", "-c", Self.heir, "\(vault.root.path)/run/agent.sock", "\(pid)"])
    #expect(try child.exitStatus(within: 90) == 0, "\(child.text)")
    #expect(child.output.text.hasPrefix("b'' "), "\(child.text)")
    let log = try String(contentsOf: vault.root.appendingPathComponent("state/agent.log"), encoding: .utf8)
    let hasHeir = child.output.text.hasSuffix("with an heir\n")
    #expect(hasHeir || getuid() != 0, "root can choose who has the number next")
    #expect(log.contains(hasHeir ? "whose process has ended" : "can't be identified"), "\(log)")
    try vault.mustRun("list")
  }

  @Test("programs of an unlocked terminal have its ticket; those of another terminal have none, unless it is for all")
  func terminals() throws {
    let id = try vault.addProtected("secret")
    #expect(try vault.reveal(id).output == "secret")
    #expect(try vault.vault("reveal", id, "--plain").output == "secret", "this terminal session is unlocked")
    let terminal = try PseudoTerminal()
    let other = try vault.start("reveal", id, "--plain", at: terminal)
    try terminal.waitForQuestion("PIN")
    terminal.type("\u{3}")
    #expect(try other.waitForEnd().status != 0)
    #expect(terminal.written("secret") == 0)
    try vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: TestVault.pin + "\n")
    let child = try withoutTerminal(#""$1" reveal "$2" --plain </dev/null"#, id)
    #expect(child.output.text == "secret")
  }
}
