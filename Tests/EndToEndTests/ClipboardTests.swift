import Foundation
import Glibc
import PrivateDesktop
import ProcessTesting
import Testing

@Suite("The clipboard", .serialized)
struct ClipboardTests {
  private static let text = "correct horse, süß\n- [ ] battery"

  /// A vault with a protected text, and a display.
  private struct Stage {
    let vault: TestVault
    let id: String
    let display: PrivateDisplay
    /// Those of other tests: of a process that can't be read only its program's path can be seen.
    private let others: Set<Int32>

    init(_ text: String = ClipboardTests.text, extra: [String: String] = [:]) throws {
      others = try Self.clipboards()
      display = try PrivateDisplay()
      vault = try TestVault(extra: ["DISPLAY": display.name].merging(extra) { $1 })
      try vault.setPIN()
      id = try vault.addProtected(text)
    }

    func copy(_ options: String..., pin: String = TestVault.pin) throws -> TestVault.Outcome {
      try vault.run("vault", ["reveal", id, "--copy", "--pin-stdin"] + options, input: pin + "\n")
    }

    /// What another program gets of the clipboard; nil where nothing is to be had.
    func pasted(_ target: String = "UTF8_STRING") throws -> String? {
      let child = try ChildProcess(
        ["timeout", "20", "xclip", "-o", "-selection", "clipboard", "-t", target], environment: vault.environment)
      return try child.exitStatus(within: 30) == 0 ? child.output.text : nil
    }

    /// Copies something else.
    func replace(_ text: String) throws {
      try ChildProcess.run(["xclip", "-i", "-selection", "clipboard"], environment: vault.environment, input: text)
    }

    /// The processes that have begun to offer texts since.
    func holders() throws -> Set<Int32> { try Self.clipboards().subtracting(others) }

    private static func clipboards() throws -> Set<Int32> {
      let program = TestVault.programs.appendingPathComponent("vault-clipboard").path
      let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
      return Set(
        processes.filter { (try? String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .utf8)) == program + "\0" })
    }
  }

  @Test("has the text in every usual form, marked as secret, and neither the command nor the log says it")
  func forms() throws {
    let stage = try Stage()
    let copied = try stage.copy("--for", "2m")
    #expect(copied.status == 0 && copied.output == "Copied; cleared in 120 s, and when the vault locks.\n", "\(copied)")
    for target in ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "TEXT"] {
      #expect(try stage.pasted(target) == Self.text, "\(target)")
    }
    #expect(try stage.pasted("x-kde-passwordManagerHint") == "secret")
    #expect(try stage.pasted("STRING") == nil, "it is not Latin-1")
    #expect(try stage.pasted("image/png") == nil)
    let targets = try #require(try stage.pasted("TARGETS"))
    for name in ["TARGETS", "TIMESTAMP", "UTF8_STRING", "x-kde-passwordManagerHint"] { #expect(targets.contains(name)) }
    #expect(try stage.pasted() == Self.text, "as often as it is asked for")
    let entry = try #require(try stage.vault.mustRun("log").split(separator: "\n").first { $0.contains("copy") })
    #expect(entry.contains(stage.id))
    #expect(try stage.vault.mustRun("list").contains("not yet confirmed"), "nobody was shown it")
    let holder = try #require(try stage.holders().first)
    let status = try String(contentsOfFile: "/proc/\(holder)/status", encoding: .utf8)
    #expect(status.contains("Seccomp:\t2\n") && status.contains("NoNewPrivs:\t1\n"), "it is confined")
    let memory = try MemoryDump(of: holder)
    #expect(memory.count(Array(Self.text.utf8)) == 1, "in secret memory alone, also after it was given away")
  }

  @Test("is cleared when its time is over")
  func time() throws {
    let stage = try Stage()
    let began = ContinuousClock.now
    #expect(try stage.copy("--for", "5s").status == 0)
    #expect(try stage.pasted() == Self.text)
    try waitUntil("it is cleared") { try stage.pasted() == nil }
    #expect(ContinuousClock.now - began >= .seconds(5))
    try waitUntil("the process has ended") { try stage.holders().isEmpty }
  }

  @Test("is cleared by a lock, by the agent's end, and by its death", arguments: ["lock", "stop", "kill"])
  func lock(how: String) throws {
    let stage = try Stage()
    #expect(try stage.copy("--for", "10m").status == 0)
    #expect(try stage.pasted() == Self.text)
    switch how {
    case "lock": try stage.vault.mustRun("lock")
    case "stop": try stage.vault.mustRun("agent", "stop")
    default: stage.vault.killAgent()
    }
    try waitUntil("it is cleared") { try stage.pasted() == nil && stage.holders().isEmpty }
  }

  @Test("does not stay where the display hangs")
  func hanging() throws {
    let stage = try Stage()
    #expect(try stage.copy("--for", "10m").status == 0)
    stage.display.send(SIGSTOP)
    defer { stage.display.send(SIGCONT) }
    try stage.vault.mustRun("lock")
    try waitUntil("nobody offers the text") { try stage.holders().isEmpty }
    let refused = try stage.copy()
    #expect(refused.status == 69 && refused.errors.contains("The clipboard can't be had"), "\(refused)")
    #expect(try stage.holders().isEmpty)
  }

  @Test("is left alone once another program has it, and a second copy takes the place of the first")
  func replaced() throws {
    let stage = try Stage()
    #expect(try stage.copy().status == 0)
    #expect(try stage.copy("--for", "1m").status == 0)
    try waitUntil("one is left") { try stage.holders().count == 1 }
    #expect(try stage.pasted() == Self.text)
    try stage.replace("something else")
    try waitUntil("nobody offers the text") { try stage.holders().isEmpty }
    try stage.vault.mustRun("lock")
    #expect(try stage.pasted() == "something else")
  }

  @Test("takes the longest text there is, whole")
  func longest() throws {
    let text = String(repeating: "0123456789abcdef", count: 4096)
    let stage = try Stage(text)
    #expect(try stage.copy().status == 0)
    #expect(try stage.pasted() == text)
    #expect(try stage.pasted("STRING") == text)
  }

  @Test("takes the PIN, a display, one task and a time within bounds")
  func refusals() throws {
    let stage = try Stage()
    #expect(try stage.copy(pin: "not the right pin").status == 77)
    for time in ["4s", "11m", "x", "-1", "99999999999999999999"] {
      #expect(try stage.copy("--for=\(time)").status == 64, "\(time)")
    }
    #expect(try stage.copy("--plain").status == 64)
    #expect(try stage.vault.vault("reveal", "--all", "--copy").status == 64)
    #expect(try stage.pasted() == nil)
    var console = stage.vault.environment
    for (display, words) in [(nil, "no desktop"), (":9999", "X server")] {
      console["DISPLAY"] = display
      let child = try ChildProcess(
        [TestVault.programs.appendingPathComponent("vault").path, "reveal", stage.id, "--copy", "--pin-stdin"],
        environment: console, input: .text(TestVault.pin + "\n"))
      #expect(try child.exitStatus(within: 60) == 69 && child.errors.text.contains(words), "\(child.errors.text)")
    }
  }

  @Test("takes its program, whose absence the doctor names")
  func programMissing() throws {
    let vault = try TestVault()
    #expect(try !vault.vault("doctor").output.contains("vault-clipboard"))
    let own = vault.root.appendingPathComponent("vault").path
    try FileManager.default.copyItem(atPath: TestVault.programs.appendingPathComponent("vault").path, toPath: own)
    let agent = TestVault.programs.appendingPathComponent("vault-agent").path
    let child = try ChildProcess(
      [own, "doctor"], environment: vault.environment.merging(["VAULT_AGENT": agent]) { $1 })
    _ = try child.exitStatus(within: 60)
    #expect(child.output.text.contains("vault-clipboard was not found"), "\(child.output.text)")
  }

  @Test("asks always where the text does, and has codes, too")
  func asking() throws {
    let stage = try Stage("Mail\notpauth://totp/a?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    try stage.vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(try stage.vault.withoutTerminal("reveal", stage.id, "--copy").status == 0)
    #expect(try stage.vault.withoutTerminal("code", stage.id, "--copy").status == 0)
    #expect(try #require(try stage.pasted()).wholeMatch(of: /[0-9]{6}/) != nil)
    try stage.vault.mustRun("edit", stage.id, "--always-verify", "--pin-stdin", input: TestVault.pin + "\n")
    #expect(try stage.vault.withoutTerminal("reveal", stage.id, "--copy").status == 77)
  }

  @Test("has a code for no longer than it is good, however long was asked for")
  func codeTime() throws {
    let stage = try Stage("otpauth://totp/a?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    try stage.vault.mustRun("unlock", "--everywhere", "--pin-stdin", input: TestVault.pin + "\n")
    let copied = try stage.vault.withoutTerminal("code", stage.id, "--copy", "--for", "10m")
    let seconds = try #require(copied.output.firstMatch(of: /cleared in ([0-9]+) s/)).output.1
    #expect((1...30).contains(Int(seconds) ?? 0), "\(copied)")
  }

  @Test("of a Wayland compositor has it without a window, and is cleared")
  func wayland() throws {
    let compositor = try PrivateCompositor()
    let vault = try TestVault(extra: compositor.environment)
    try vault.setPIN()
    let id = try vault.addProtected(Self.text)
    func paste(_ options: String...) throws -> String? {
      let child = try ChildProcess(
        ["timeout", "20", "wl-paste", "--no-newline"] + options, environment: vault.environment)
      return try child.exitStatus(within: 30) == 0 ? child.output.text : nil
    }
    func copy(_ time: String) throws {
      let done = try vault.vault("reveal", id, "--copy", "--for", time, "--pin-stdin", input: TestVault.pin + "\n")
      #expect(done.status == 0, "\(done)")
    }
    try copy("10m")
    #expect(try paste() == Self.text)
    #expect(try paste("--type", "x-kde-passwordManagerHint") == "secret")
    #expect(try #require(try paste("--list-types")).contains("text/plain;charset=utf-8"))
    try vault.mustRun("lock")
    try waitUntil("it is cleared by the lock") { try paste() == nil }
    try copy("5s")
    #expect(try paste() == Self.text)
    try waitUntil("it is cleared by time") { try paste() == nil }
    try copy("10m")
    try ChildProcess.run(["wl-copy", "something else"], environment: vault.environment)
    try vault.mustRun("lock")
    #expect(try paste() == "something else")
  }
}
