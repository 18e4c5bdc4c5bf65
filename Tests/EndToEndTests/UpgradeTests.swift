import AgentAPI
import Foundation
import Glibc
import ProcessTesting
import Testing
import VaultClient

@Suite("An upgrade under a running agent")
struct UpgradeTests {
  /// A vault whose programs are in a directory of their own, where they can be replaced.
  private struct Installation {
    let vault: TestVault
    var tree: String { "\(vault.root.path)/vault" }
    var agent: String { "\(tree)/bin/vault-agent" }

    init() throws {
      vault = try TestVault()
      let directory = vault.root.appendingPathComponent("vault/bin")
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      for program in ["vault", "vault-agent"] {
        try FileManager.default.copyItem(
          at: TestVault.programs.appendingPathComponent(program), to: directory.appendingPathComponent(program))
      }
    }

    /// Runs the installed `vault` to its end.
    func run(_ arguments: String..., input: String = "") throws -> TestVault.Outcome {
      let child = try ChildProcess(
        ["\(tree)/bin/vault"] + arguments, environment: vault.environment, input: .text(input))
      let status = try child.exitStatus(within: 120)
      return TestVault.Outcome(status: status, output: child.output.text, errors: child.errors.text)
    }

    /// Connects to the agent that runs.
    func connect() throws -> AgentClient {
      let connector = AgentConnector(
        paths: try VaultPaths(environment: vault.environment), environment: vault.environment, isInteractive: false)
      return try #require(try connector.connectIfRunning())
    }

    /// What dpkg does with a file: keeps a second name of the old one until the new one is in its place.
    func upgrade() throws {
      let manager = FileManager.default
      try manager.linkItem(atPath: agent, toPath: agent + ".dpkg-tmp")
      try manager.copyItem(atPath: agent + ".dpkg-tmp", toPath: agent + ".dpkg-new")
      #expect(rename(agent + ".dpkg-new", agent) == 0)
      try manager.removeItem(atPath: agent + ".dpkg-tmp")
    }

    /// What managers of whole trees do: the new tree takes the place of the old.
    func exchange() throws {
      try FileManager.default.copyItem(atPath: tree, toPath: tree + ".new")
      #expect(rename(tree, tree + ".old") == 0 && rename(tree + ".new", tree) == 0)
    }
  }

  /// An installation with a protected text, unlocked for every terminal, and a client that stays connected.
  private func unlocked() throws -> (Installation, String, AgentClient) {
    let installed = try Installation()
    let pin = TestVault.pin + "\n"
    #expect(try installed.run("pin", "set", "--pin-stdin", "--no-recovery", input: pin).status == 0)
    let added = try installed.run("add", "--protected", "--label", "Label", "-", input: "secret")
    let id = String(try #require(added.output.split(separator: " ").dropFirst().first?.dropLast()))
    #expect(try installed.run("unlock", "--everywhere", "--pin-stdin", input: pin).status == 0)
    #expect(try installed.run("reveal", id, "--plain").output == "secret")
    return (installed, id, try installed.connect())
  }

  private func isUnlocked(_ client: AgentClient) throws -> Bool {
    var person = TestClient()
    return try client.send(ShowStatus(), &person).isUnlocked
  }

  @Test("locks the vault at once, and the next command starts the program that is there now, once")
  func upgraded() throws {
    let (installed, id, client) = try unlocked()
    let old = try #require(installed.vault.agentPID)
    #expect(try isUnlocked(client))
    try installed.upgrade()
    try waitUntil("the agent has locked, though no command came") { try !isUnlocked(client) }
    #expect(installed.vault.agentPID == old, "it goes on until a command comes")
    let first = try installed.run("list")
    #expect(first.status == 0 && first.output.contains("Label"), "\(first)")
    #expect(first.errors.contains("An older agent was replaced. The vault is locked"), "\(first)")
    let new = try #require(installed.vault.agentPID)
    #expect(new != old)
    #expect(try installed.run("list").errors == "" && installed.vault.agentPID == new)
    #expect(try installed.run("reveal", id, "--plain").status == 77)
    let pin = TestVault.pin + "\n"
    #expect(try installed.run("reveal", id, "--plain", "--pin-stdin", input: pin).output == "secret")
  }

  @Test("that exchanges a directory above the program's locks the vault, too")
  func exchanged() throws {
    let (installed, _, client) = try unlocked()
    try installed.exchange()
    try waitUntil("the agent has locked") { try !isUnlocked(client) }
    let first = try installed.run("list")
    #expect(first.status == 0 && first.errors.contains("An older agent was replaced"), "\(first)")
  }

  @Test("that removes the program locks the vault, too")
  func removed() throws {
    let (installed, _, client) = try unlocked()
    try FileManager.default.removeItem(atPath: installed.agent)
    try waitUntil("the agent has locked") { try !isUnlocked(client) }
    let outcome = try installed.run("lock")
    #expect(outcome.output == "Locked.\n" && outcome.errors == "", "it still hears who wants nothing else: \(outcome)")
  }

  @Test("of another file beside it leaves the agent alone")
  func neighbour() throws {
    let (installed, _, client) = try unlocked()
    let program = installed.agent.replacing("vault-agent", with: "vault")
    try FileManager.default.removeItem(atPath: program)
    try FileManager.default.copyItem(
      at: TestVault.programs.appendingPathComponent("vault"), to: URL(fileURLWithPath: program))
    let agent = installed.vault.agentPID
    #expect(try installed.run("list").errors == "" && installed.vault.agentPID == agent)
    #expect(try isUnlocked(client))
  }
}
