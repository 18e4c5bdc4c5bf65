/// Which terminals have an alternate screen, and the control sequences to enter and leave it.
enum AlternateScreen {
  /// Terminals without one, after terminfo: their entries have no `smcup`.
  private static let without: Set<String> = [
    "ansi", "ansi.sys", "cons25", "dumb", "emacs", "eterm", "hurd", "linux", "minix", "network", "pcansi", "sun",
    "unknown", "vt52", "vt100", "vt102", "vt220", "xterm-mono-old",
  ]

  /// Whether the terminal named by `TERM` has one. `linux-16color` counts as `linux`.
  static func exists(term: String?) -> Bool {
    guard let term, !term.isEmpty else { return false }
    let family = term.split(separator: "-").first.map(String.init) ?? term
    return !without.contains(term.lowercased()) && !without.contains(family.lowercased())
  }

  /// Second screen, no wrapping, no cursor, focus reports; empty.
  static let enter = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[?1004h\u{1B}[2J"

  /// Everything back, the main screen as it was.
  static let leave = "\u{1B}[?1004l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Erases every cell, in a few bytes: where a terminal takes no more.
  static let erase = "\u{1B}[0m\u{1B}[2J\u{1B}[H"

  /// Overwrites every cell, and erases it then: some terminals keep what an erase command removed, none keeps what was overwritten.
  static func blank(rows: Int, columns: Int) -> String {
    let blanks = String(repeating: " ", count: columns)
    return "\u{1B}[0m" + (1...max(1, rows)).map { "\u{1B}[\($0);1H\(blanks)" }.joined() + erase
  }
}
