internal import AgentAPI
internal import Localization

/// The remedies by the controllers of their requests.
struct AgentRemedies: RemedyWays {
  let owner: OwnerController
  let settings: SettingsController
  let account: AccountController

  func setPIN(_ conversation: any Conversation) async throws(Failure) -> LocalizedText {
    try await owner.setPIN(recovery: true, confirm: true, conversation)
  }

  func createRecoveryCode(_ conversation: any Conversation) async throws(Failure) -> LocalizedText {
    try await owner.createRecoveryCode(conversation)
  }

  func confirmSettings(_ conversation: any Conversation) async throws(Failure) -> LocalizedText {
    try await settings.confirm(conversation)
  }

  func logIn(_ conversation: any Conversation) async throws(Failure) -> LocalizedText {
    let account = try await account.logIn(LogIn(), conversation)
    return "Logged in to \(account.server ?? "the server")."
  }
}
