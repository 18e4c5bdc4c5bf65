/// The environment of a terminal that a service opens. Pure.
enum TerminalEnvironment {
  /// What says to a window which request of the person it answers, on Wayland and on X.
  private static let tokenNames = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"]
  /// What the service manager passed to this process alone.
  private static let ours: Set<String> = [
    "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "LISTEN_PIDFDID", "WATCHDOG_PID", "WATCHDOG_USEC",
    "INVOCATION_ID", "JOURNAL_STREAM", "SYSTEMD_EXEC_PID", "MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE",
  ]

  /// `environment` with a token that lets the terminal take the focus, or without any, and without what was meant for
  /// this process alone.
  static func make(from environment: [String: String], activationToken: String?) -> [String: String] {
    var result = environment.filter { !ours.contains($0.key) }
    let token = usable(activationToken)
    for name in tokenNames { result[name] = token }
    return result
  }

  /// A token that may be handed on; nil for none. Tokens are printable ASCII wherever they come from.
  static func usable(_ activationToken: String?) -> String? {
    activationToken.flatMap { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !$0.isEmpty ? $0 : nil }
  }

  /// Whether there is a display to open a window on.
  static func hasDisplay(_ environment: [String: String]) -> Bool {
    ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment[$0]?.isEmpty == false }
  }

  /// Whether a terminal started by the service manager needs our value of a variable.
  static func isHandedOn(_ name: String) -> Bool {
    ["WAYLAND_DISPLAY", "DISPLAY", "XAUTHORITY"].contains(name) || tokenNames.contains(name)
      || name.hasPrefix("VAULT_")
  }
}
