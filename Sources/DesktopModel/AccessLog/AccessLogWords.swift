public import AgentAPI
public import FoundationEssentials
internal import Localization
internal import VaultModel

/// An entry of the access log in two lines.
public struct AccessLogWords: Equatable, Sendable {
  /// What was asked for, and of which task.
  public let what: String
  /// `granted` or `refused`.
  public let verdict: String
  /// Why it was refused; empty for nothing.
  public let reason: String
  /// When, and by which program at which terminal: what the system called it, a hint and no proof.
  public let byline: String
  /// The same with the program's path and number.
  public let whole: String

  /// Puts an entry into words; what is long is cut.
  ///
  /// - Parameter labels: what tasks are called.
  public init(_ entry: AccessLogEntry, labels: [UUID: String] = [:]) {
    let task = entry.task.map { labels[$0].map(Self.cut) ?? localized("a task that is gone (\($0.text.prefix(8)))") }
    what = [Self.named(entry.action), task].compactMap { $0 }.joined(separator: ": ")
    verdict = entry.granted ? localized("granted") : localized("refused")
    reason = entry.granted || entry.reason.isEmpty ? "" : Self.cut(Self.reason(entry.reason))
    let date = MessageTime.whole(entry.date)
    let program = Self.cut(entry.program)
    let name = program.split(separator: "/").last.map(String.init) ?? program
    let terminal = entry.terminal.map(Self.cut)
    byline = "\(date) · \(Self.place(name, terminal))"
    whole = "\(date) · \(Self.place("\(program) (\(entry.pid))", terminal))"
  }

  /// Why, which the log has in English.
  private static func reason(_ words: String) -> String {
    LocalizedText(words: WindowWords.message(words)).text(in: .persons)
  }

  private static func place(_ program: String, _ terminal: String?) -> String {
    terminal.map { localized("\(program) at \($0)") } ?? program
  }

  private static func named(_ action: String) -> String {
    switch action {
    case "reveal": localized("Reveal")
    case "unlock": localized("Unlock")
    case "verify": localized("PIN or code tried")
    case "copy": localized("Copy")
    case "log verify": localized("Look through the log")
    case "unprotect": localized("Unprotect")
    case "undo": localized("Undo")
    case "code": localized("One-time code")
    case "pin set": localized("Set the PIN")
    case "pin change": localized("Change the PIN")
    case "pin remove": localized("Remove the PIN")
    case "recovery create": localized("Make a recovery code")
    case "verification use": localized("Choose the verification")
    case "settings confirm": localized("Confirm settings")
    case "protect": localized("Protect")
    case "edit": localized("Edit")
    case "backup": localized("Back up")
    case "restore": localized("Restore")
    case "restore texts": localized("Restore lost texts")
    case "migrate": localized("Move keys and logins")
    case "export": localized("Export")
    case "import": localized("Import")
    case "erase": localized("Erase")
    default: cut(action.prefix(1).uppercased() + action.dropFirst())
    }
  }

  /// A program may be called anything: what breaks lines or turns their direction is shown as the sign for what can't be shown.
  static func cut(_ text: String) -> String {
    let shown = text.prefix(maximumCount).unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
      default: scalar
      }
    }
    return String(String.UnicodeScalarView(shown)) + (text.count > maximumCount ? "…" : "")
  }

  private static let maximumCount = 200
}
