internal import AgentAPI
internal import Glibc
internal import LinuxSystem

/// The places that decide what starts the agent at login, for one user in one environment.
public struct LoginStartPlaces: Sendable {
  /// The unit that starts the agent at login.
  public static let unit = "vault-agent-login.service"
  /// The file name of the autostart entry.
  public static let entry = "vault-agent.desktop"
  /// What wants the unit at login.
  private static let wants = "default.target.wants"

  /// The file that says that the agent is not to start at login.
  public let switchOff: String
  /// Where the user's own autostart entry is.
  public let ownEntry: String
  /// Where the user's own link is that has systemd start the unit.
  public let ownLink: String
  /// The directories of units, those that win first (systemd.unit(5)).
  private let unitDirectories: [String]
  /// The directories of autostart entries, those that win first.
  private let entryDirectories: [String]
  /// The socket of the user's systemd; nil without a runtime directory.
  private let manager: String?

  /// Works the places out from the environment, after the XDG base directory specification.
  ///
  /// - Parameters:
  ///   - config: the vault's configuration directory.
  ///   - root: before all directories that are not the user's; tests have their own.
  public init(environment: [String: String], config: String, root: String = "") {
    let home = environment["HOME"] ?? "/"
    func base(_ name: String, _ otherwise: String) -> String {
      // Relative paths are to be ignored.
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? otherwise
    }
    let (userConfig, userData) = (
      base("XDG_CONFIG_HOME", home + "/.config"), base("XDG_DATA_HOME", home + "/.local/share")
    )
    let runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    switchOff = config + "/no-start-at-login"
    entryDirectories =
      [userConfig + "/autostart"]
      + (environment["XDG_CONFIG_DIRS"] ?? "/etc/xdg").split(separator: ":").map { "\(root)\($0)/autostart" }
    ownEntry = "\(userConfig)/autostart/\(Self.entry)"
    let system = [
      "/etc", "/run", "/usr/local/share", "/usr/share", "/usr/local/lib", "/usr/lib", "/lib",
    ].map { root + $0 }
    unitDirectories =
      ([userConfig] + system.prefix(1) + [runtime].compactMap { $0 } + system.dropFirst().prefix(1) + [userData]
      + system.dropFirst(2)).map { $0 + "/systemd/user" }
    ownLink = "\(userConfig)/systemd/user/\(Self.wants)/\(Self.unit)"
    manager = runtime.map { $0 + "/systemd/private" }
  }

  /// What starts the agent at the next login.
  public var inForce: LoginStart {
    if exists(switchOff) { return .switchedOff }
    if isManaged, let unit, !isMasked(unit), isWanted { return .systemd }
    let entries = entryDirectories.map { "\($0)/\(Self.entry)" }
    guard let path = entries.first(where: exists), let entry = AutostartEntry(path: path), entry.isInForce,
      // Which kind of desktop comes next nobody knows: what only some start does not count.
      !(isManaged && entry.isLeftToSystemd)
    else { return .none }
    return .desktop(entry: path)
  }

  /// The unit's file, whether or not anything wants it; nil without one, or where no systemd serves this user.
  public var installedUnit: String? { isManaged ? unit.flatMap { isMasked($0) ? nil : $0 } : nil }

  /// Whether an instance of systemd serves this user: one that has ended may leave its socket.
  private var isManaged: Bool {
    guard let manager else { return false }
    do throws(SystemError) { close(try UnixSocket.connect(to: manager)) } catch {
      // One that is too busy to take another connection is there.
      return error.code == EAGAIN
    }
    return true
  }

  private var unit: String? { unitDirectories.map { "\($0)/\(Self.unit)" }.first(where: exists) }

  private var isWanted: Bool { unitDirectories.contains { exists("\($0)/\(Self.wants)/\(Self.unit)") } }

  /// A link to /dev/null stands for "never" (systemctl(1), mask).
  private func isMasked(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
  }

  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
