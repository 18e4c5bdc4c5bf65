/// Which words start a terminal that runs a command. Pure.
enum TerminalCommand {
  /// The usual ones after `$TERMINAL`: Debian's alternative, and the command that freedesktop.org proposes.
  private static let usual = [["x-terminal-emulator"], ["xdg-terminal-exec"]]

  /// What comes between a terminal and its command where that is not `-e`, as Debian's policy (11.8.3) asks.
  private static let introductions = [
    "gnome-terminal": ["--"], "kgx": ["--"], "ptyxis": ["--"], "xfce4-terminal": ["-x"], "mate-terminal": ["-x"],
    "terminator": ["-x"], "wezterm": ["start", "--"], "xdg-terminal-exec": [],
  ]

  /// The first terminal that is there, with `command` after it; nil if none is.
  ///
  /// - Parameters:
  ///   - preferred: `$TERMINAL`, a program with arguments separated by blanks; there is no shell, and no quoting.
  ///   - find: gives the path of a program.
  static func words(running command: [String], preferred: String?, find: (String) -> String?) -> [String]? {
    let words = (preferred ?? "").split { $0 == " " || $0 == "\t" }.map(String.init)
    for terminal in [words] + usual {
      guard let name = terminal.first, let path = find(name) else { continue }
      return [path] + terminal.dropFirst() + introduction(to: terminal) + command
    }
    return nil
  }

  private static func introduction(to terminal: [String]) -> [String] {
    // Whoever has put it there does not need it twice.
    if let last = terminal.dropFirst().last, ["-e", "-x", "--"].contains(last) { return [] }
    let name = terminal.first?.split(separator: "/").last.map(String.init) ?? ""
    return introductions[name] ?? ["-e"]
  }

  /// `words` as a unit of the user's service manager: a terminal outlives the service that opens it, and has none of its
  /// limits.
  ///
  /// - Parameter environment: the whole environment; what concerns the display and the vault is handed on, the rest is
  ///   the manager's.
  static func words(_ words: [String], startedBy systemdRun: String, _ environment: [String: String]) -> [String] {
    let handedOn = environment.filter { TerminalEnvironment.isHandedOn($0.key) && !$0.value.isEmpty }.sorted {
      $0.key < $1.key
    }
    return [systemdRun, "--user", "--quiet", "--collect", "--no-block"]
      + handedOn.map { "--setenv=\($0.key)=\($0.value)" } + ["--", words[0]]
      // The manager would put variables in place of `$NAME` (systemd.service(5), "Command Lines").
      + words.dropFirst().map { $0.split(separator: "$", omittingEmptySubsequences: false).joined(separator: "$$") }
  }
}
