import Foundation
import Glibc
import ProcessTesting
import Testing

@Suite("Other programs of the user, while a program starts")
struct OpenAtStartTests {
  /// Starts a program again and again as an ordinary user, and tries to open its memory from the moment it runs.
  private static let watcher = """
    import os, sys
    program, tries = sys.argv[1], int(sys.argv[2])
    if os.getuid() == 0:
        os.setgroups([]); os.setgid(65534); os.setuid(65534)
    opened = 0
    for _ in range(tries):
        child = os.fork()
        if child == 0:
            null = os.open("/dev/null", os.O_RDWR)
            for number in range(3): os.dup2(null, number)
            os.execve(program, [program, "--no-such-option"], {})
        while os.waitpid(child, os.WNOHANG)[0] == 0:
            try:
                with open(f"/proc/{child}/comm") as comm:
                    if comm.read().strip() != os.path.basename(program): continue
                os.close(os.open(f"/proc/{child}/mem", os.O_RDONLY))
                opened += 1
            except OSError:
                pass
    print(opened)
    """

  private func opened(_ program: String, tries: Int) throws -> Int {
    let child = try ChildProcess(["/usr/bin/python3", "-c", Self.watcher, program, "\(tries)"], environment: [:])
    #expect(try child.exitStatus(within: 120) == 0, "\(child.text)")
    return try #require(Int(child.output.text.trimmingCharacters(in: .newlines)))
  }

  @Test(
    "never open the memory of one that can be run and not read, as it is installed",
    arguments: ["vault", "vault-agent"])
  func closed(name: String) throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("open-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    defer { try? FileManager.default.removeItem(at: directory) }
    let program = directory.appendingPathComponent(name)
    try FileManager.default.copyItem(at: TestVault.programs.appendingPathComponent(name), to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    #expect(try opened(program.path, tries: 3) > 0, "the control: one that can be read is open while it starts")
    try FileManager.default.setAttributes(
      [.posixPermissions: OrdinaryVault.closedMode], ofItemAtPath: program.path)
    #expect(try opened(program.path, tries: 20) == 0)
  }

  @Test("keep nothing from the agent that it has to know of vault: which program asks stands in the log")
  func named() throws {
    let vault = try OrdinaryVault(isClosed: true)
    try vault.mustRun(["pin", "set", "--pin-stdin", "--no-recovery"], input: TestVault.pin + "\n")
    let added = try vault.mustRun(["add", "--protected", "-"], input: "the text")
    let id = try #require(added.split(separator: " ").dropFirst().first?.dropLast())
    let revealed = try vault.mustRun(["reveal", "\(id)", "--plain", "--pin-stdin"], input: TestVault.pin + "\n")
    #expect(revealed.contains(vault.program), "who added it: \(revealed)")
    #expect(try vault.mustRun(["log"]).contains(vault.program))
    #expect(try !vault.run(["doctor"]).text.contains("could open the memory"))
  }

  /// Only root can mount, and become somebody else below.
  @Test("where /proc hides processes from each other, a command says so", .enabled(if: getuid() == 0))
  func hidden() throws {
    let vault = try OrdinaryVault(isClosed: true, mounting: "-t proc -o hidepid=2 proc /proc")
    let listed = try vault.run(["list"])
    #expect(listed.status == 69 && listed.text.contains("hidepid"), "\(listed)")
  }

  @Test("are told of by doctor, where that can happen")
  func told() throws {
    let vault = try TestVault()
    let doctor = try vault.vault("doctor").output
    let scope = FileManager.default.contents(atPath: "/proc/sys/kernel/yama/ptrace_scope")?.first
    for name in ["vault", "vault-agent"] {
      let isOpen = getuid() == 0 || access(TestVault.programs.appendingPathComponent(name).path, R_OK) == 0
      let isTold = doctor.contains("could open the memory of \(name) while it started")
      #expect(isTold == (isOpen && (scope ?? 48) == 48), "\(doctor)")
    }
  }
}
