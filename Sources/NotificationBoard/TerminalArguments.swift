/// What runs in a terminal that a click on a notification opens.
public enum TerminalArguments {
  /// A command of the vault, in a shell that stays.
  ///
  /// - Parameter command: the words after `vault`; they are the shell's, so nothing from outside may be in them.
  public static func vault(_ command: String) -> [String] {
    ["/bin/sh", "-c", "vault \(command); exec \"${SHELL:-/bin/sh}\""]
  }
}
