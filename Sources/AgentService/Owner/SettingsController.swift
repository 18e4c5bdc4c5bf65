internal import AgentAPI
internal import FoundationEssentials
internal import Localization
internal import OwnerVerification

/// Knows which settings the owner has confirmed.
protocol ConfirmationReading: Sendable {
  /// What the owner has confirmed, as the key slots claim it.
  func claimedWord() async -> OwnerConfirmation
}

/// Writes down which settings the owner has confirmed.
protocol SettingsConfirming: ConfirmationReading {
  /// Writes down what the owner confirms, after a fresh PIN or recovery code.
  ///
  /// - Parameter update: makes it of what the owner has confirmed before.
  func confirm(
    _ conversation: any Conversation, _ update: @escaping @Sendable (inout ConfirmedSettings) -> Void
  ) async throws(Failure)
}

extension OwnerService: SettingsConfirming {}

/// The requests about settings.
struct SettingsController: Sendable {
  let policy: SettingsPolicy
  let owner: any SettingsConfirming
  let access: any OwnerAccessing
  let file: ConfigurationFile

  /// What is set, and what of it counts.
  func rows() async -> [SettingRow] { policy.rows(await owner.claimedWord()) }

  /// Has what is set count from the agent's next start on.
  ///
  /// - Returns: what was done, as sentences.
  func confirm(_ conversation: any Conversation) async throws(Failure) -> LocalizedText {
    try await reportConfirmable(conversation)
    try await access.log("settings confirm", nil, conversation) { () throws(Failure) in
      try await owner.confirm(conversation) { [confirmable = policy.confirmable] in $0 = confirmable }
    }
    return "Confirmed. The agent ends now; the next command starts one with these settings."
  }

  /// Sets a key in the configuration file. What weakens a guard is confirmed first, that key alone: what else somebody may have set is not.
  ///
  /// - Returns: what was done, as sentences.
  func change(_ request: ChangeSetting, _ conversation: any Conversation) async throws(Failure) -> LocalizedText {
    let key = try changeable(request.key)
    let next = try policy.following(await file.settings(with: key, request.value))
    let needsWord = next.needsConfirmation(key, await owner.claimedWord())
    if needsWord {
      try await conversation.notify("To be confirmed: \(key.rawValue) \(request.value ?? "")")
      try await access.log("settings confirm", nil, conversation) { () throws(Failure) in
        try await owner.confirm(conversation) { next.confirm(key, in: &$0) }
      }
    }
    do throws(Failure) { try file.write(key, request.value) } catch {
      guard needsWord else { throw error }
      // The word stands by itself, for whoever writes the value next.
      throw Failure(
        error.code, "\(error.$message) You have confirmed the value, which is not set.",
        hint: "Set it once more, or take your word back with vault settings confirm.")
    }
    return
      "\(request.value == nil ? "Taken out" : "Set"): \(key.rawValue). The agent ends now; the next one starts with it."
  }

  private func changeable(_ name: String) throws(Failure) -> VaultSettings.Key {
    guard let key = VaultSettings.Key(rawValue: name) else {
      throw Failure(.usage, "There is no such setting.", hint: "See vault settings.")
    }
    guard key.isChangeable else {
      throw Failure(
        .refused, "The setting \(key.rawValue) is not changed this way.", hint: "Change it in \(file.path).")
    }
    guard policy.asked.sources[key] != .environment else {
      throw Failure(
        .refused, "The setting \(key.rawValue) comes from the environment, which wins.",
        hint: "Change \(key.variable) there.")
    }
    return key
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
    on(ChangeSetting.self) { (request, conversation) throws(Failure) in
      Acknowledgement(try await settings.change(request, conversation))
    }
  }
}
