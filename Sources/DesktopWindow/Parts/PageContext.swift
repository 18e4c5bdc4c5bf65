#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import Widgets

/// What the parts of the window are made with.
struct PageContext {
  /// Who is asked.
  let link: AgentLink
  /// In which zone dates are read and shown.
  let zone: LocalZone
  /// What time it is.
  let now: @Sendable () -> Date
  /// The secret texts that are being typed.
  let drafts: OpenDrafts
  /// What was typed and not sent.
  let unsaved: UnsavedWords
  /// How the person has arranged the window.
  let habits: HabitsKeeper
  /// Tells a person what was done, or what could not be.
  let told: @MainActor (Result<Notice, Failure>) -> Void
  /// Asks a person for a yes, above whatever window is in front: a heading, what follows from it, and the word on the button.
  let agree: @MainActor (_ heading: String, _ text: String, _ confirmation: String) async -> Bool
  /// Leads to where one logs in.
  let logIn: @MainActor () -> Void
  /// The tasks whose words stand somewhere besides the list and the detail.
  let quotes: QuotedTasks
  /// Called when something has gone by itself in which somebody may be typing.
  let vanished: @MainActor () -> Void
}
#endif
