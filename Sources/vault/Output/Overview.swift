internal import AgentAPI
internal import Terminal
internal import VaultClient

/// How things stand, in a few lines, and the next step.
struct Overview {
  let status: VaultStatus
  let style: Style
  /// The columns of the terminal; nil where there is none.
  let columns: Int?

  /// The lines, with the step at the end where there is one.
  var text: String {
    let table = Table(facts.map { [Table.Cell($0.0, paint: style.bold), Table.Cell($0.1)] })
    var lines = table.paragraphs(width: columns).flatMap { $0 }
    lines += status.notices.map { style.warning(Escaping.line($0)) }
    if let step { lines += ["", "Next: \(step)"] }
    return lines.joined(separator: "\n") + "\n"
  }

  private var facts: [(String, String)] {
    let unread = [("Inbox", inbox), ("Messages", conversations), ("Channels", channels)]
    return [("Tasks", tasks)] + unread.compactMap { name, words in words.map { (name, $0) } }
      + [("Vault", lockState), ("Account", account), ("Store", store)]
  }

  private var inbox: String? {
    status.unreadCount.map { $0 == 0 ? "nothing unread" : "\($0) unread" }
  }

  private var conversations: String? {
    unread(status.unreadChannels?.filter { $0.isConversation == true }, "from", nameless: "somebody")
  }

  private var channels: String? {
    unread(status.unreadChannels?.filter { $0.isConversation != true }, "in", nameless: "a channel")
  }

  /// How many channels, or conversations, are named.
  private static let namedCount = 3

  private func unread(_ channels: [UnreadChannel]?, _ place: String, nameless: String) -> String? {
    guard let channels, !channels.isEmpty else { return nil }
    let named = channels.prefix(Self.namedCount).map { channel in
      "\(channel.unreadCount) unread \(place) \(channel.title.isEmpty ? nameless : channel.title)"
    }
    let rest = channels.count - named.count
    return (named + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: ", ")
  }

  private var tasks: String {
    var words = ["\(status.openTaskCount) open", "\(status.protectedTaskCount) protected"]
    if status.todayTaskCount > 0 { words.append("\(status.todayTaskCount) due today") }
    if status.overdueTaskCount > 0 { words.append("\(status.overdueTaskCount) overdue") }
    return words.joined(separator: ", ")
  }

  private var lockState: String {
    guard status.hasPIN || status.hasRecoveryCode else { return "no PIN yet" }
    guard status.isUnlocked else { return status.hasPIN ? "locked" : "locked; no PIN, the recovery code opens it" }
    return status.unlockedUntil.map { "unlocked until \(DateText($0).local)" } ?? "unlocked"
  }

  private var account: String {
    let account = status.account
    let name = [account.email, account.server].compactMap { $0 }.joined(separator: " at ")
    let problem = account.problem ?? "unknown reason"
    switch account.state {
    case .loggedIn:
      let login = name.isEmpty ? "logged in" : "logged in as \(name)"
      return account.disconnectedSince.map { "\(login), but not connected since \(DateText($0).local): \(problem)" }
        ?? login
    case .loggingIn: return name.isEmpty ? "logging in" : "logging in at \(name)"
    case .needsCredentials:
      return account.problem.map { "not logged in as \(name): \($0); run vault login" } ?? "not logged in"
    case .loggedOut: return "logged out"
    case .unreachable: return "not reachable: \(problem)"
    case .unknown: return "in a state this version does not know"
    }
  }

  private var store: String {
    switch status.store {
    case .secretService: "the desktop's keyring"
    case .file: "an encrypted file"
    case .unknown: "a kind this version does not know"
    case nil: "chosen when the first secret is stored"
    }
  }

  private var step: String? {
    // Without a server the vault does everything but push.
    let isOut = status.account.state == .needsCredentials || status.account.state == .loggedOut
    if isOut, status.account.server != nil { return "vault login" }
    if !status.hasPIN { return "vault pin set" }
    if !status.hasRecoveryCode { return "vault recovery create" }
    if status.openTaskCount + status.protectedTaskCount == 0 { return "vault add \"Buy milk\"" }
    return nil
  }
}
