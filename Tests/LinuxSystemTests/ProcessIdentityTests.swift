internal import Foundation
internal import Glibc
internal import Testing
internal import VaultTesting

@testable internal import LinuxSystem

@Suite("Process identity")
struct ProcessIdentityTests {
  @Test("this very process is told as it is")
  func myself() throws {
    let identity = try ProcessIdentity(pid: getpid())
    #expect(identity.pid == getpid())
    #expect(identity.uid == geteuid())
    #expect(identity.sessionID == getsid(0))
    #expect(identity.executable == URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path)
    #expect(identity.startTime > 0)
    #expect(try ProcessIdentity(pid: getpid()) == identity)
  }

  @Test("a process on a terminal of its own: session, terminal and the leader's start time")
  func onTerminal() throws {
    let child = try TerminalChild(command: "sleep 60 & echo $$ $! $(tty); wait")
    let words = try child.firstLine().split(separator: " ")
    let leader = try #require(Int32(words[0]))
    let sleeper = try #require(Int32(words[1]))
    let identity = try ProcessIdentity(pid: sleeper)
    #expect(identity.sessionID == leader)
    #expect(identity.terminal.map { "/dev/\($0)" } == String(words[2]))
    #expect(try identity.leaderStartTime == ProcessIdentity(pid: leader).startTime)
    #expect(identity.leaderStartTime > 0)
  }

  @Test("the environment of an SSH session makes a process remote")
  func remoteByEnvironment() throws {
    let child = try TerminalChild(
      command: "sleep 60 & echo $!; wait", environment: ["SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"])
    let identity = try ProcessIdentity(pid: #require(Int32(try child.firstLine())))
    #expect(identity.isRemote)
  }

  @Test("an SSH server among the ancestors makes a process remote, whatever its environment says")
  func remoteByAncestor() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    let server = directory.appending(path: "sshd").path
    try FileManager.default.copyItem(at: URL(filePath: "/bin/sh").resolvingSymlinksInPath(), to: URL(filePath: server))
    let child = try TerminalChild(command: "\(server) -c 'env -i sleep 60 & echo $!; wait'; true")
    #expect(try ProcessIdentity(pid: #require(Int32(try child.firstLine()))).isRemote)
  }

  @Test("a number without a process is told as such", arguments: [Int32.max, 0, -1])
  func nobody(_ pid: Int32) {
    #expect(throws: SystemError("/proc", code: ESRCH)) { try ProcessIdentity(pid: pid) }
  }

  @Test("terminals are named as ps names them")
  func terminalNames() {
    #expect(ProcessIdentity.terminalName(0) == nil)
    #expect(ProcessIdentity.terminalName(136 << 8 | 3) == "pts/3")
    #expect(ProcessIdentity.terminalName(1 << 20 | 136 << 8 | 1) == "pts/257")
    #expect(ProcessIdentity.terminalName(4 << 8 | 2) == "tty2")
    #expect(ProcessIdentity.terminalName(4 << 8 | 64) == "ttyS0")
    #expect(ProcessIdentity.terminalName(204 << 8 | 64) == "tty 204:64")
  }

  @Test("a program can't forge its fields through its name")
  func forgedName() throws {
    let tail = " S 10 11 12 34816 1 0 0 0 0 0 0 0 0 0 0 20 0 1 999 0\n"
    let forged = try #require(ProcessStatistics(Array("7 (a) R 1 1 1 0 0 (b)\(tail)".utf8)))
    #expect(forged.command == "a) R 1 1 1 0 0 (b")
    #expect(forged.parent == 10)
    for line in ["", ")", "1 (x) S 1", "1 (x) S 1 2 x 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19"] {
      #expect(ProcessStatistics(Array(line.utf8)) == nil)
    }
  }

  @Test("random lines are read or refused, never more")
  func randomLines() {
    var state: UInt64 = 7
    let alphabet = Array("()0123456789 -\nx".utf8)
    for _ in 0..<5_000 {
      var line: [UInt8] = []
      for _ in 0..<60 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        line.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      _ = ProcessStatistics(line)
    }
  }

  @Test("a process is local when no ancestor serves SSH and it says that it does not come from there")
  func fakeProcesses() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: directory) }
    func add(_ pid: Int, _ command: String, parent: Int) throws {
      let path = directory.appending(path: "\(pid)")
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
      let stat = "\(pid) (\(command)) S \(parent) \(pid) 50 34816 1 0 0 0 0 0 0 0 0 0 0 20 0 1 \(pid * 10) 0\n"
      try Data(stat.utf8).write(to: path.appending(path: "stat"))
      try Data("Name:\t\(command)\nUid:\t1\t2\t3\t4\n".utf8).write(to: path.appending(path: "status"))
    }
    try add(50, "login", parent: 1)
    try add(60, "vault", parent: 50)
    try add(80, "sshd-session", parent: 1)
    try add(90, "vault", parent: 80)
    let files = ProcessFiles(root: directory.path)
    let silent = try ProcessIdentity(pid: 60, files: files)
    #expect(silent.isRemote, "nothing is known of it yet")
    #expect(silent.uid == 2)
    #expect(silent.startTime == 600)
    #expect(silent.leaderStartTime == 500)
    #expect(silent.executable == "")
    for (pid, says, isRemote): (Int32, Bool, Bool) in [(60, false, false), (60, true, true), (90, false, true)] {
      var identity = try ProcessIdentity(pid: pid, files: files)
      identity.complete(executable: "/b/vault", namesConnection: says)
      #expect(identity.isRemote == isRemote && identity.executable == "/b/vault", "\(pid)")
      identity.complete(executable: "/b/other", namesConnection: !says)
      #expect(identity.isRemote == isRemote && identity.executable == "/b/vault", "\(pid)")
    }
  }
}

/// A shell that leads a session on a pseudo-terminal of its own; ended with the value.
private final class TerminalChild {
  private let terminal: PseudoTerminal
  private let shell: Child
  private var announced: [Int32] = []

  init(command: String, environment: [String: String] = [:]) throws {
    terminal = try PseudoTerminal()
    shell = try Child(
      "/bin/sh", ["-c", command], environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }, terminal: terminal
    )
  }

  deinit {
    for pid in announced + [shell.pid] where pid > 1 { kill(pid, SIGKILL) }
    do { _ = try shell.waitForEnd() } catch { print("a shell stays behind: \(error)") }
  }

  /// The first line that the command prints: the numbers of its processes, and what else it wants to say.
  func firstLine() throws -> String {
    try terminal.wait(for: "the first line") { $0.transcript.contains(UInt8(ascii: "\n")) }
    let line = terminal.transcript.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
    let text = String(decoding: line, as: UTF8.self)
    announced = text.split(separator: " ").compactMap { Int32($0) }
    return text
  }
}
