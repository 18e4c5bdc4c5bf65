import Foundation
import ProcessTesting
import Testing

@testable import DesktopSession

@Suite("Opening a terminal")
struct TerminalLauncherTests {
  private let show = ["/usr/bin/vault", "show", "a b", "$HOME"]

  @Test("$TERMINAL runs the command, with its own arguments first, and no shell in between")
  func preferred() async throws {
    let place = try Place()
    try place.install("my-terminal")
    try await place.launcher(["TERMINAL": "my-terminal  --hold\t-T vault"]).open(show, activationToken: "token-1")
    let record = try await place.record(of: "my-terminal")
    #expect(record.arguments == ["--hold", "-T", "vault", "-e"] + show)
    #expect(record.variables.contains("XDG_ACTIVATION_TOKEN=token-1"))
    #expect(record.variables.contains("DESKTOP_STARTUP_ID=token-1"))
    #expect(record.variables.contains("DISPLAY=:7"))
  }

  @Test("without one that is there, x-terminal-emulator does", arguments: [nil, "not-there -x", "", "./relative"])
  func fallback(preferred: String?) async throws {
    let place = try Place()
    try place.install("x-terminal-emulator")
    var variables = ["XDG_ACTIVATION_TOKEN": "old", "NOTIFY_SOCKET": "/run/x"]
    variables["TERMINAL"] = preferred
    try await place.launcher(variables).open(show)
    let record = try await place.record(of: "x-terminal-emulator")
    #expect(record.arguments == ["-e"] + show)
    #expect(!record.variables.contains { $0.hasPrefix("XDG_ACTIVATION_TOKEN=") || $0.hasPrefix("NOTIFY_SOCKET=") })
  }

  @Test("it leads a session of its own, at home, with no descriptor of ours")
  func detached() async throws {
    let place = try Place()
    try place.install("x-terminal-emulator")
    // High enough that the shell, which keeps its script open, takes another.
    let inherited = fcntl(1, F_DUPFD, 200)
    defer { close(inherited) }
    try await place.launcher().open(show)
    let record = try await place.record(of: "x-terminal-emulator")
    #expect(record.session == record.pid)
    #expect(record.session != getsid(0))
    #expect(record.directory == place.directory.path)
    #expect(record.descriptors.isSuperset(of: [0, 1, 2]))
    #expect(!record.descriptors.contains(Int(inherited)))
  }

  @Test("in a service of systemd it becomes a unit of its own")
  func unit() async throws {
    let place = try Place()
    try place.install("x-terminal-emulator")
    try place.install("systemd-run")
    try await place.launcher(["INVOCATION_ID": "0123", "VAULT_DATA_DIR": "/d"]).open(show, activationToken: "t")
    let record = try await place.record(of: "systemd-run")
    #expect(
      record.arguments == [
        "--user", "--quiet", "--collect", "--no-block", "--setenv=DESKTOP_STARTUP_ID=t", "--setenv=DISPLAY=:7",
        "--setenv=VAULT_DATA_DIR=/d", "--setenv=XDG_ACTIVATION_TOKEN=t", "--",
        place.directory.path + "/bin/x-terminal-emulator", "-e", "/usr/bin/vault", "show", "a b", "$$HOME",
      ])
  }

  @Test("a service that was there before the desktop leaves the display to systemd")
  func laterDisplay() async throws {
    let place = try Place()
    try place.install("x-terminal-emulator")
    try place.install("systemd-run")
    try await place.launcher(["INVOCATION_ID": "0123", "DISPLAY": ""]).open(show)
    #expect(try await !place.record(of: "systemd-run").arguments.contains { $0.hasPrefix("--setenv=DISPLAY=:") })
  }

  @Test("what goes wrong is told: no display, no terminal, a manager that says no")
  func failures() async throws {
    let place = try Place()
    await #expect(throws: TerminalLaunchError.noTerminal) { try await place.launcher().open(show) }
    await #expect(throws: TerminalLaunchError.noDisplay) {
      try await place.launcher(["DISPLAY": ""]).open(show)
    }
    try place.install("x-terminal-emulator")
    try place.install("systemd-run", status: 3)
    await #expect(throws: TerminalLaunchError.refused(status: 3)) {
      try await place.launcher(["INVOCATION_ID": "0123"]).open(show)
    }
  }

  @Test(
    "terminals that take a command in another way get it so",
    arguments: [
      ("xterm", ["-e"]), ("/opt/bin/gnome-terminal", ["--"]), ("gnome-terminal --wait --", ["--wait", "--"]),
      ("wezterm", ["start", "--"]), ("xdg-terminal-exec", []), ("xfce4-terminal --maximize", ["--maximize", "-x"]),
    ])
  func introductions(terminal: String, between: [String]) {
    let words = TerminalCommand.words(running: ["vault"], preferred: terminal) { $0 }
    #expect(words.map { Array($0.dropFirst()) } == between + ["vault"])
  }

  @Test("a token with anything but printable ASCII is none", arguments: ["", "a b", "a\nB=c", "ü", "a\u{0}b"])
  func badToken(token: String) {
    let made = TerminalEnvironment.make(from: ["DESKTOP_STARTUP_ID": "old"], activationToken: token)
    #expect(made.isEmpty)
  }
}

/// A directory with scripts that stand for terminals and record how they were started.
private final class Place {
  struct Record {
    var arguments: [String]
    var variables: [String]
    var pid: Int32
    var session: Int32
    var directory: String
    var descriptors: Set<Int>
  }

  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("vault-terminal-\(UUID().uuidString)")
      .resolvingSymlinksInPath()
    try FileManager.default.createDirectory(
      at: directory.appendingPathComponent("bin"), withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }  // a temporary directory left behind fails no test

  func launcher(_ variables: [String: String] = [:]) -> TerminalLauncher {
    let usual = ["PATH": directory.path + "/bin", "HOME": directory.path, "DISPLAY": ":7"]
    return TerminalLauncher(environment: usual.merging(variables) { $1 })
  }

  func install(_ name: String, status: Int32 = 0) throws {
    let script = """
      #!/bin/sh
      here='\(directory.path)'
      printf '%s\\n' "$@" > "$here/arguments"
      /usr/bin/env > "$here/variables"
      printf '%s\\n' "$$" > "$here/pid"
      /usr/bin/cut -d' ' -f6 "/proc/$$/stat" > "$here/session"
      pwd -P > "$here/directory"
      /bin/ls "/proc/$$/fd" > "$here/descriptors"
      : > "$here/\(name).done"
      exit \(status)
      """
    // Written by another process: a program that this one starts at the same time would hold the script open for
    // writing for a moment, and then it could not be run.
    let path = directory.appendingPathComponent("bin/\(name)").path
    try ChildProcess.run(["/bin/sh", "-c", #"cat > "$1" && chmod 700 "$1""#, "sh", path], input: script)
  }

  /// What the script recorded, once it has.
  func record(of name: String) async throws -> Record {
    let done = directory.appendingPathComponent("\(name).done").path
    try await eventually("\(name) runs") { FileManager.default.fileExists(atPath: done) }
    return Record(
      arguments: try lines("arguments"), variables: try lines("variables"), pid: try number("pid"),
      session: try number("session"), directory: try lines("directory").joined(),
      descriptors: Set(try lines("descriptors").compactMap { Int($0) }))
  }

  private func lines(_ name: String) throws -> [String] {
    try String(contentsOf: directory.appendingPathComponent(name), encoding: .utf8).split(separator: "\n").map(
      String.init)
  }

  private func number(_ name: String) throws -> Int32 { try #require(Int32(try lines(name).joined())) }
}
