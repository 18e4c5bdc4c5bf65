import Foundation
import ProcessTesting
import Testing

@Suite("Code that the surroundings would put into the agent")
struct LoadedCodeTests {
  private let vault: TestVault
  private let library: URL
  private let mark: URL

  init() throws {
    vault = try TestVault()
    library = vault.root.appendingPathComponent("theirs.so")
    mark = vault.root.appendingPathComponent("it-ran")
    let source = vault.root.appendingPathComponent("theirs.c")
    let code = """
      #include <fcntl.h>
      #include <unistd.h>
      __attribute__((constructor)) static void ran(void) { close(open("\(mark.path)", O_CREAT | O_WRONLY, 0600)); }
      int OSSL_provider_init(void *a, void *b, void **c, void **d) { return 0; }
      """
    try Data(code.utf8).write(to: source)
    try ChildProcess.run(["/usr/bin/env", "clang", "-shared", "-fPIC", "-o", library.path, source.path])
  }

  private var itRan: Bool { FileManager.default.fileExists(atPath: mark.path) }

  /// Runs `vault list`, whose agent gets these variables, too.
  private func start(with extra: [String: String]) throws {
    let child = try ChildProcess(
      [TestVault.programs.appendingPathComponent("vault").path, "list"],
      environment: vault.environment.merging(extra) { $1 })
    #expect(try child.exitStatus() == 0)
  }

  /// The agent's own program, started by somebody else than `vault`.
  private func startAlone(with extra: [String: String]) throws -> ChildProcess {
    let agent = try ChildProcess(
      [TestVault.programs.appendingPathComponent("vault-agent").path],
      environment: vault.environment.merging(extra) { $1 })
    try waitUntil("the agent listens") { vault.agentPID != nil }
    return agent
  }

  @Test(
    "no configuration of OpenSSL's that the environment names loads anything, and doctor says that it is not followed")
  func openSSL() throws {
    let configuration = vault.root.appendingPathComponent("openssl.cnf")
    let text = """
      openssl_conf = start
      [start]
      providers = all
      [all]
      default = own
      theirs = theirs
      [own]
      activate = 1
      [theirs]
      module = \(library.path)
      activate = 1
      """
    try Data(text.utf8).write(to: configuration)
    try start(with: ["OPENSSL_CONF": configuration.path])
    try vault.setPIN()
    #expect(try vault.reveal(vault.addProtected("secret")).output == "secret")
    #expect(!itRan)
    #expect(try vault.mustRun("doctor").contains("does not follow OPENSSL_CONF"))
  }

  @Test("a program that Swift's runtime would start at a crash is not started, and gets no memory")
  func backtracer() throws {
    let program = vault.root.appendingPathComponent("backtracer")
    try Data("#!/bin/sh\n: > '\(mark.path)'\n".utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
    let agent = try startAlone(with: ["SWIFT_BACKTRACE": "enable=yes,swift-backtrace=\(program.path)"])
    agent.send(SIGSEGV)
    #expect(try agent.exitStatus() == 128 + SIGSEGV)
    #expect(!itRan)
  }

  @Test(
    "a library that Swift's runtime is told to load is not loaded, nor where the agent is told that it began anew before",
    arguments: [[:], ["VAULT_AGENT_TAKEN_AWAY": "MALLOC_PERTURB_"]])
  func prespecialized(claim: [String: String]) throws {
    let variables = [
      "SWIFT_DEBUG_LIB_PRESPECIALIZED_PATH": library.path, "SWIFT_DEBUG_ENABLE_LIB_PRESPECIALIZED_METADATA": "1",
    ]
    let agent = try startAlone(with: variables.merging(claim) { $1 })
    let environment = FileManager.default.contents(atPath: "/proc/\(try #require(vault.agentPID))/environ") ?? Data()
    // Others than root are not let look.
    #expect(environment.firstRange(of: Data("PRESPECIALIZED_PATH=".utf8)) == nil)
    #expect(try vault.mustRun("doctor").contains("does not follow SWIFT_DEBUG_LIB_PRESPECIALIZED_PATH"))
    agent.end(with: SIGTERM)
    #expect(!itRan)
  }

  @Test("code in the agent that is neither root's nor the agent's own is told by doctor, however it came there")
  func mapped() throws {
    // A test that runs as root gives its library to somebody else.
    if getuid() == 0 { #expect(chown(library.path, 65_534, 65_534) == 0) }
    try start(with: ["LD_PRELOAD": library.path])
    #expect(itRan)
    let told = try vault.mustRun("doctor")
    #expect(told.contains("started with LD_PRELOAD") && told.contains("runs code of \(library.path)"), "\(told)")
    try vault.mustRun("agent", "stop")
    #expect(try !vault.mustRun("doctor").contains("runs code of"))
  }
}
