internal import FoundationEssentials

/// What the agent says to whoever sits at a terminal, as it is said in the window.
///
/// The agent has one text for all its clients, and many name a command or an option, which helps nobody here. Where the window has something
/// of its own in that place, that is said; otherwise the sentence is left out. A window in another language is told so by the agent, which
/// translates what is left; `scripts/texts` takes the texts out of the sources by the same rules.
public enum WindowWords {
  /// A text without what only helps at a terminal; empty where nothing else is in it.
  public static func text(_ text: String) -> String {
    if let own = own[text] { return own }
    // Most texts name none.
    guard marks.contains(where: text.contains) else { return text }
    return sentences(text).compactMap(kept).joined(separator: " ")
  }

  /// The same; what says nothing else stays as it is. For what must not be silent.
  public static func message(_ message: String) -> String {
    let kept = text(message)
    return kept.isEmpty ? message : kept
  }

  private static let marks = ["vault", "--", "ommand", "install", "A guess", "sysctl", "ulimit"]

  /// What is said where nobody is logged in.
  public static let logIn: String = "Log in first: the form is at Inbox."

  /// What the window has in place of a whole hint.
  public static let own: [String: String] = [
    "Log in with vault login.": logIn,
    "Run vault login.": logIn,
    "Ask who runs the server, then run vault login.": "Ask who runs the server, then log in at Inbox.",
    "Give a certificate authority of its own with VAULT_CA_FILE; once there is a PIN it counts after vault settings confirm.":
      "Check the address: that of a server on this machine may begin with http://. Else ask who runs the server.",
    "Set one with vault pin set.": "Set one in Preferences.",
    "Ask them for the ID that their vault profile shows, or for a code of their vault people invite.":
      "Ask them for their ID or for an invitation: both are in their Profile.",
    "Give the id that their vault profile shows.": "Give the ID that stands in their Profile.",
    "Give the id that another's vault profile shows.": "Give the ID that stands in another one's Profile.",
    "Ask them to run vault follow with the ID that your vault profile shows.":
      "Ask them to follow you: your ID and invitations are in Profile.",
    "Give the ID, and name them yourself: vault people name ID NAME.":
      "Give the ID, which is in Profile, or name them yourself there.",
    "Give the ID, or name them yourself: vault people name ID NAME.":
      "Give the ID, which is in Profile, or name them yourself there.",
    "Give one with --due, for instance --due fri.": "Give it a date first.",
    "Give the first one with --due.": "Give it a date first.",
    "Run the command again; `vault doctor` reports what is wrong.": "Try again; Doctor says what is wrong.",
    "Run vault doctor for details.": "Doctor says more.",
    "Run vault doctor for the reason.": "Doctor says why.",
    "See what it waits for with `vault doctor`.": "Doctor says what it waits for.",
    "Try again, or change to the PIN: vault verification use pin.": "Try again, or change to the PIN in Preferences.",
    "Wait, or run vault unlock at a terminal and give the recovery code.": "Wait, or give the recovery code.",
    "Run vault unlock at a terminal and give the recovery code.": "Give the recovery code.",
    "Run the command again, and write the code down.": "Try again, and write the code down.",
    "Make one first: vault recovery create.": "Make one first, in Preferences.",
    "Check the email, too; the same command with --email EMAIL takes another.": "Check the email, too.",
    "Install it with make install-pam, or copy packaging/pam/vault to /etc/pam.d/vault.":
      "Whoever looks after this machine can set it up.",
    "See vault store check; restore a backup with vault restore.":
      "Restore in Preferences brings it back from a backup.",
    "See which records with vault store check; restore a backup with vault restore.":
      "Restore in Preferences brings it back from a backup.",
    "Restore a backup with vault restore.":
      "Restore in Preferences brings it back from a backup.",
    "If you restored an older copy on purpose, accept it with vault store accept-rollback.":
      "Put the newer copy back. An older one that you restored on purpose is accepted at a terminal alone.",
    "If it is your will: vault settings confirm. Else take it away.": "Confirm it if it is your will.",
    "There is no logind: only idleness, vault lock and screen savers lock.":
      "Nothing tells when the desktop session is locked.",
    "Have your screen locker run vault lock.": "It locks after its time, or with Ctrl+L.",
    "Logged out; the login stays stored until vault logout --forget.": "Logged out; the login stays stored.",
    "Answer with vault inbox, vault done and vault snooze.": "Answer in this window.",
    "For fingerprint or login password install the service file: sudo make install-pam, or see the README.":
      "For fingerprint or login password it has to be set up by whoever looks after this machine.",
  ]

  /// The sentences, each with its end.
  private static func sentences(_ text: String) -> [String] {
    var (sentences, current) = ([String](), "")
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      current += current.isEmpty ? String(word) : " \(word)"
      guard let last = word.last, ".!?".contains(last) else { continue }
      sentences.append(current)
      current = ""
    }
    return current.isEmpty ? sentences : sentences + [current]
  }

  /// What of a sentence says something in the window; nil for nothing.
  private static func kept(_ sentence: String) -> String? {
    let sentence = withoutAsides(sentence)
    let parts = sentence.components(separatedBy: "; ")
    let kept = parts.filter { !isForTerminal($0) }
    guard !kept.isEmpty else { return nil }
    if kept.count == parts.count { return sentence }
    let joined = kept.joined(separator: "; ")
    return joined.hasSuffix(".") ? joined : "\(joined)."
  }

  /// Without what stands in brackets and names a command.
  private static func withoutAsides(_ sentence: String) -> String {
    guard let start = sentence.firstRange(of: " ("),
      let end = sentence[start.upperBound...].firstRange(of: ")"),
      isForTerminal(String(sentence[start.upperBound..<end.lowerBound]))
    else { return sentence }
    return String(sentence[..<start.lowerBound] + sentence[end.upperBound...])
  }

  private static func isForTerminal(_ text: String) -> Bool {
    if ["at a terminal", "Run the command", "A guess takes one core", "make install", "ulimit", "sysctl", "systemctl"]
      .contains(where: text.contains)
    {
      return true
    }
    var before = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let bare = String(word.drop { "`(“".contains($0) }.reversed().drop { "`).,:;”".contains($0) }.reversed())
      if bare.hasPrefix("--") || before == "vault" && commands.contains(bare) { return true }
      // "The vault" is the thing, and no program.
      before = ["the", "The", "a", "this", "This"].contains(before) ? "" : bare
    }
    return false
  }

  /// The words that follow `vault` in what the agent says.
  private static let commands: Set<String> = [
    "add", "agent", "backup", "channels", "code", "delete", "devices", "doctor", "done", "edit", "erase", "follow",
    "help",
    "history", "inbox", "list", "lock", "login", "logout", "message", "messages", "notify", "people", "pin", "profile",
    "proposals", "propose", "protect", "push", "recovery", "restore", "reveal", "search", "settings", "show", "snooze",
    "store",
    "subtask", "tasks", "undo", "unlock", "unprotect", "verification", "whoami",
  ]
}
