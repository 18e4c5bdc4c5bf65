/// What runs in a terminal that a click on a notification opens.
public enum TerminalArguments {
  /// The variable by which a command knows that a terminal was opened for it, which may have got no focus.
  public static let openedVariable = "VAULT_TERMINAL"

  /// A command of the vault, in a shell that stays.
  ///
  /// - Parameter command: the words after `vault`; they are the shell's, so nothing from outside may be in them.
  public static func vault(_ command: String) -> [String] {
    ["/bin/sh", "-c", "\(openedVariable)=opened vault \(command); exec \"${SHELL:-/bin/sh}\""]
  }
}
