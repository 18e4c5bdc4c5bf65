internal import Glibc
internal import Localization

/// Where a vault's files are, after the XDG base directory specification and the `VAULT_…_DIR` overrides. Making the
/// value touches nothing on disk but to look at the candidates for the runtime directory.
public struct VaultPaths: Equatable, Sendable {
  /// Tasks, owner key slots, the encrypted file: `$XDG_DATA_HOME/vault`.
  public var data: String
  /// Key file and configuration: `$XDG_CONFIG_HOME/vault`.
  public var config: String
  /// Generation marks, attempt record, access log, the agent's own log: `$XDG_STATE_HOME/vault`.
  public var state: String
  /// What can be fetched again, such as pictures: `$XDG_CACHE_HOME/vault`.
  public var cache: String
  /// The socket's directory: `$XDG_RUNTIME_DIR/vault`.
  public var runtime: String

  /// The agent's socket.
  public var socket: String { runtime + "/agent.sock" }
  /// Where an agent that a client started writes what it has to say.
  public var agentLog: String { state + "/agent.log" }

  /// The file that is there while the vault is being erased: from then on nothing but that may be done with it.
  public var erasureMark: String { data + "/erasing" }

  /// The variables that name a vault's directories one by one.
  public static let overrides: Set<String> = [
    "VAULT_DATA_DIR", "VAULT_CONFIG_DIR", "VAULT_STATE_DIR", "VAULT_CACHE_DIR", "VAULT_RUNTIME_DIR",
  ]
  /// What to set for another vault, in words.
  public static let variables = "VAULT_DATA_DIR, VAULT_CONFIG_DIR, VAULT_STATE_DIR and VAULT_RUNTIME_DIR"

  /// The longest path of a socket, in bytes: what fits `sockaddr_un` beside its closing zero.
  public static let maximumSocketPathByteCount = 107

  /// Names the directories; without one for the cache it is in `state`.
  public init(data: String, config: String, state: String, cache: String? = nil, runtime: String) {
    self.data = data
    self.config = config
    self.state = state
    self.cache = cache ?? state + "/cache"
    self.runtime = runtime
  }

  /// Works the directories out from the environment.
  ///
  /// - Throws: ``Failure/Code/configuration`` for an override that is not absolute, for a missing home directory, and
  ///   for a socket path of more than ``maximumSocketPathByteCount`` bytes.
  public init(environment: [String: String], system: SystemDirectories = SystemDirectories()) throws(Failure) {
    let settings = PathSettings(environment: environment, system: system)
    data = try settings.directory(override: "VAULT_DATA_DIR", base: "XDG_DATA_HOME", home: ".local/share")
    config = try settings.directory(override: "VAULT_CONFIG_DIR", base: "XDG_CONFIG_HOME", home: ".config")
    state = try settings.directory(override: "VAULT_STATE_DIR", base: "XDG_STATE_HOME", home: ".local/state")
    cache = try settings.cacheDirectory(beside: state)
    runtime = try settings.runtimeDirectory()
    try checkSocketLength()
  }

  private func checkSocketLength() throws(Failure) {
    let count = socket.utf8.count
    guard count > Self.maximumSocketPathByteCount else { return }
    throw Failure(
      .configuration,
      "The socket's path \(socket) has \(count) bytes; the system allows \(Self.maximumSocketPathByteCount).",
      hint: "Set VAULT_RUNTIME_DIR to a shorter private directory.")
  }
}

/// The places of the system that ``VaultPaths`` falls back to; tests put their own here.
public struct SystemDirectories: Sendable {
  /// The user's number.
  public var uid: UInt32
  /// Under this, by user number, logind makes runtime directories.
  public var runUser: String
  /// The directory for everybody's temporary files.
  public var temporary: String

  /// Names the places; the defaults are the real ones, and the effective user of this process.
  public init(uid: UInt32? = nil, runUser: String = "/run/user", temporary: String = "/tmp") {
    self.uid = uid ?? geteuid()
    self.runUser = runUser
    self.temporary = temporary
  }
}

/// Reads the environment for ``VaultPaths``.
private struct PathSettings {
  let environment: [String: String]
  let system: SystemDirectories

  /// An absolute setting; an unset or empty one is none.
  private func absolute(_ key: String) throws(Failure) -> String? {
    guard let value = environment[key], !value.isEmpty else { return nil }
    guard value.hasPrefix("/") else {
      throw Failure(
        .configuration, "\(key) is not an absolute path: \(value)", hint: "Start it with a slash, or unset it.")
    }
    return trimmed(value)
  }

  private func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  func directory(override: String, base: String, home: String) throws(Failure) -> String {
    if let chosen = try absolute(override) { return chosen }
    // The specification has relative XDG paths ignored.
    if let base = environment[base], base.hasPrefix("/") { return trimmed(base) + "/vault" }
    return try self.home() + "/" + home + "/vault"
  }

  /// Without a home there is one all the same: nobody should have to name a place for what can be fetched again.
  func cacheDirectory(beside state: String) throws(Failure) -> String {
    if let chosen = try absolute("VAULT_CACHE_DIR") { return chosen }
    if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") { return trimmed(base) + "/vault" }
    return knownHome.map { $0 + "/.cache/vault" } ?? state + "/cache"
  }

  private var knownHome: String? {
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return trimmed(home)
  }

  private func home() throws(Failure) -> String {
    if let knownHome { return knownHome }
    // The user database is not asked: a statically linked program can't read every one that a system may have.
    throw Failure(
      .configuration, "There is no home directory: HOME is not set to an absolute path.",
      hint: "Set HOME, or VAULT_DATA_DIR, VAULT_CONFIG_DIR, VAULT_STATE_DIR and VAULT_RUNTIME_DIR.")
  }

  func runtimeDirectory() throws(Failure) -> String {
    if let chosen = try absolute("VAULT_RUNTIME_DIR") { return chosen }
    let candidates = [environment["XDG_RUNTIME_DIR"].map(trimmed), "\(system.runUser)/\(system.uid)"]
    for case let candidate? in candidates where candidate.hasPrefix("/") {
      // After `su` the variable names another user's directory: then it counts as unset.
      if PrivateDirectory.problem(at: candidate, uid: system.uid) == nil { return candidate + "/vault" }
    }
    return "\(system.temporary)/vault-\(system.uid)"
  }
}
