import AgentAPI
import Foundation
import Testing
import VaultTesting

@Suite("The vault's directories")
struct VaultPathsTests {
  private let directory: TemporaryDirectory
  private let system: SystemDirectories

  init() throws {
    directory = try TemporaryDirectory()
    system = SystemDirectories(uid: geteuid(), runUser: directory.path + "/run", temporary: directory.path + "/tmp")
  }

  private func makeRunUser(mode: Int) throws -> String {
    let path = "\(directory.path)/run/\(geteuid())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    chmod(path, mode_t(mode))
    return path
  }

  @Test("they follow the XDG variables, and the home directory without them")
  func base() throws {
    let plain = try VaultPaths(environment: ["HOME": "/h/"], system: system)
    #expect(plain.data == "/h/.local/share/vault")
    #expect(plain.config == "/h/.config/vault")
    #expect(plain.state == "/h/.local/state/vault")
    #expect(plain.cache == "/h/.cache/vault")
    let runtime = directory.path
    let set = try VaultPaths(
      environment: [
        "HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "relative", "XDG_STATE_HOME": "",
        "XDG_RUNTIME_DIR": runtime,
      ], system: system)
    #expect(set.data == "/d/vault" && set.config == "/h/.config/vault" && set.state == "/h/.local/state/vault")
    #expect(set.socket == runtime + "/vault/agent.sock")
  }

  @Test("an override wins, and has to be absolute")
  func overrides() throws {
    let keys = ["VAULT_DATA_DIR", "VAULT_CONFIG_DIR", "VAULT_STATE_DIR", "VAULT_CACHE_DIR", "VAULT_RUNTIME_DIR"]
    let paths = try VaultPaths(
      environment: Dictionary(uniqueKeysWithValues: keys.map { ($0, "/x/\($0)") }), system: system)
    #expect([paths.data, paths.config, paths.state, paths.cache, paths.runtime] == keys.map { "/x/\($0)" })
    for key in keys {
      let failure = #expect(throws: Failure.self) {
        try VaultPaths(environment: ["HOME": "/h", key: "x"], system: system)
      }
      #expect(failure?.code == .configuration && failure?.message.contains(key) == true)
    }
  }

  @Test("without XDG_RUNTIME_DIR the socket lies in /run/user if that is ours, else in a private temporary directory")
  func runtimeFallback() throws {
    #expect(
      try VaultPaths(environment: ["HOME": "/h"], system: system).runtime == "\(system.temporary)/vault-\(geteuid())")
    let run = try makeRunUser(mode: 0o755)
    #expect(
      try VaultPaths(environment: ["HOME": "/h"], system: system).runtime == "\(system.temporary)/vault-\(geteuid())")
    chmod(run, 0o700)
    #expect(try VaultPaths(environment: ["HOME": "/h"], system: system).runtime == run + "/vault")
  }

  @Test("an XDG_RUNTIME_DIR that is another user's counts as unset")
  func foreignRuntime() throws {
    let other = SystemDirectories(uid: geteuid() + 1, runUser: system.runUser, temporary: system.temporary)
    let paths = try VaultPaths(environment: ["HOME": "/h", "XDG_RUNTIME_DIR": directory.path], system: other)
    #expect(paths.runtime == "\(system.temporary)/vault-\(geteuid() + 1)")
  }

  @Test("a socket path of 107 bytes is taken, one of 108 is told")
  func length() throws {
    let longest = "/" + String(repeating: "r", count: 107 - "/agent.sock".count - 1)
    #expect(
      try VaultPaths(environment: ["HOME": "/h", "VAULT_RUNTIME_DIR": longest], system: system).socket.utf8.count == 107
    )
    let failure = #expect(throws: Failure.self) {
      try VaultPaths(environment: ["HOME": "/h", "VAULT_RUNTIME_DIR": longest + "r"], system: system)
    }
    #expect(failure?.exitStatus == 78 && failure?.message.contains("108") == true)
  }

  @Test("a private directory is made with mode 0700, and anything else in its place is refused")
  func privateDirectory() throws {
    let path = directory.path + "/a/b"
    try PrivateDirectory.ensure(path, uid: geteuid())
    try PrivateDirectory.ensure(path, uid: geteuid())
    #expect(PrivateDirectory.problem(at: path, uid: geteuid()) == nil)
    chmod(path, 0o750)
    #expect(throws: Failure.self) { try PrivateDirectory.ensure(path, uid: geteuid()) }
    let link = directory.path + "/link"
    symlink(directory.path, link)
    #expect(throws: Failure.self) { try PrivateDirectory.ensure(link, uid: geteuid()) }
    #expect(throws: Failure.self) { try PrivateDirectory.ensure(directory.path, uid: geteuid() + 1) }
    try Data().write(to: URL(fileURLWithPath: directory.path + "/file"))
    #expect(throws: Failure.self) { try PrivateDirectory.ensure(directory.path + "/file", uid: geteuid()) }
  }

  @Test("a data directory keeps its identity when it is renamed")
  func identity() throws {
    let first = directory.path + "/v1"
    let second = directory.path + "/v2"
    try PrivateDirectory.make(first)
    let before = try VaultIdentity(ofDirectory: first)
    rename(first, second)
    try PrivateDirectory.make(first)
    #expect(try VaultIdentity(ofDirectory: second).isSameVault(as: before))
    #expect(try !VaultIdentity(ofDirectory: first).isSameVault(as: before))
    let exchanged = VaultIdentity(path: before.path, device: before.device, inode: before.inode &+ 1)
    #expect(before.mismatch(with: exchanged).message.contains("it was removed or exchanged"))
    let mismatch = try before.mismatch(with: VaultIdentity(ofDirectory: second))
    #expect(mismatch.exitStatus == 78 && mismatch.message.contains(first) && mismatch.message.contains(second))
    #expect(throws: Failure.self) { try VaultIdentity(ofDirectory: first + "x") }
  }
}
