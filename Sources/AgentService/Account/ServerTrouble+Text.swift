internal import AgentAPI
internal import DesktopSession
internal import Localization

/// What people are told of it.
extension ServerTrouble {
  /// What is wrong, in a few words.
  var title: String {
    switch self {
    case .refusedPassword: localized("The vault server refuses your login")
    case .forbidden: localized("The vault server refuses this account")
    case .insecure: localized("No secure connection to the vault server")
    case .away: localized("No connection to the vault server")
    }
  }

  /// What is wrong, in a sentence.
  var text: LocalizedText {
    switch self {
    case .refusedPassword(let email?, let server):
      "\(server) refuses the stored password of \(email)."
    case .refusedPassword(nil, let server): "\(server) refuses the stored password."
    case .forbidden(let server): "\(server) refuses this account or device."
    case .insecure(let server, let reason):
      Failure.sentence("There is no secure connection to \(server)", LocalizedText(words: reason))
    case .away(let server):
      "There has been no connection to \(server) for over an hour."
    }
  }

  /// What to do, in a sentence.
  var remedy: LocalizedText {
    switch self {
    case .refusedPassword: "Run vault login."
    case .forbidden: "Ask who runs the server, then run vault login."
    case .insecure:
      "Ask who runs the server; a certificate authority of its own is named with VAULT_CA_FILE."
    case .away: "Run vault doctor for the reason."
    }
  }

  /// What a click on the notification leads to. The window has its login form at the inbox.
  var target: PlaceTarget {
    switch self {
    case .refusedPassword: PlaceTarget("login", .inbox)
    case .forbidden: PlaceTarget("login")
    case .insecure, .away: PlaceTarget("doctor")
    }
  }

  /// What to do, said where a click leads to it.
  var advice: String {
    switch self {
    case .refusedPassword: localized("Log in with the password that the server has now.")
    case .forbidden, .insecure, .away: remedy.text(in: .persons)
    }
  }
}

extension DesktopNotification {
  /// A trouble with the server, which stays until it is over or somebody has looked.
  init(_ trouble: ServerTrouble) {
    self.init(
      summary: trouble.title, body: "\(trouble.text.text(in: .persons))\n\(trouble.advice)",
      actions: [Action(key: Self.defaultAction, label: localized("Show"))], category: "network.error", expiry: .never)
  }
}
