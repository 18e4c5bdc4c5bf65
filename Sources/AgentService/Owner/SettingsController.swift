internal import AgentAPI
internal import FoundationEssentials
internal import OwnerVerification

/// Knows which settings the owner has confirmed.
protocol ConfirmationReading: Sendable {
  /// What the owner has confirmed, as the key slots claim it.
  func claimedWord() async -> OwnerConfirmation
}

/// Writes down which settings the owner has confirmed.
protocol SettingsConfirming: ConfirmationReading {
  /// Writes down what the owner confirms, after a fresh PIN or recovery code.
  func confirm(_ settings: ConfirmedSettings, _ conversation: any Conversation) async throws(Failure)
}

extension OwnerService: SettingsConfirming {}

/// The requests about settings that weaken a guard.
struct SettingsController: Sendable {
  let policy: SettingsPolicy
  let owner: any SettingsConfirming
  let access: any OwnerAccessing

  /// What is set, and what of it counts.
  func rows() async -> [SettingRow] { policy.rows(await owner.claimedWord()) }

  /// Has what is set count from the agent's next start on.
  ///
  /// - Returns: what was done, as sentences.
  func confirm(_ conversation: any Conversation) async throws(Failure) -> String {
    try await reportConfirmable(conversation)
    try await access.log("settings confirm", nil, conversation) { () throws(Failure) in
      try await owner.confirm(policy.confirmable, conversation)
    }
    return "Confirmed. The agent ends now; the next command starts one with these settings."
  }

  /// Shows what the PIN is about to be given for.
  private func reportConfirmable(_ conversation: any Conversation) async throws(Failure) {
    let rows = policy.rows(await owner.claimedWord()).filter(\.isGuarded)
    if rows.isEmpty {
      return try await conversation.notify("Nothing is set that needs it; what you confirmed before counts no more.")
    }
    for row in rows { try await conversation.notify("To be confirmed: \(row.key) \(row.asked ?? row.value)") }
  }
}

extension RequestRouter {
  /// Adds the requests that the controller answers.
  mutating func route(to settings: SettingsController) {
    on(ListSettings.self) { (_) throws(Failure) in await settings.rows() }
    on(ConfirmSettings.self) { (_, conversation) throws(Failure) in
      Acknowledgement(try await settings.confirm(conversation))
    }
  }
}
