public import AgentAPI

/// What the window asks of the agent about settings.
public protocol PreferencesService: Sendable {
  /// Which settings are in force, and where they come from.
  func settings() async throws(Failure) -> [SettingRow]

  /// Sets a key, or takes it out; may ask the owner. The agent ends then, and the next one starts with it.
  func set(_ key: String, _ value: String?) async throws(Failure)
}

extension PreferencesService {
  /// Whether a revealed text is to go once another window is in front: so it is unless the owner has said otherwise, and where that can't be read.
  public func hidesLeftTexts() async -> Bool {
    do throws(Failure) {
      return try await settings().first { $0.key == "hide-when-left" }?.value != "off"
    } catch { return true }
  }
}

extension AgentLink: PreferencesService {
  public func settings() async throws(Failure) -> [SettingRow] { try await send(ListSettings()) }

  public func set(_ key: String, _ value: String?) async throws(Failure) {
    _ = try await ask(ChangeSetting(key: key, value: value))
  }
}
