internal import AgentAPI
internal import FoundationEssentials
internal import TaskStore

/// What is on the desktop, for the next run of the agent: some desktops keep what a program showed that has ended.
struct ShownNotifications: Codable, Equatable {
  /// The unique name of the service that shows them.
  var service: String
  /// Their ids.
  var ids: [UInt32]
  /// Their names, in the order of the ids; nil as an older agent left it.
  var names: [String]?
}

extension VaultStateKey {
  /// What reminders were on the desktop last.
  static let shownNotifications = VaultStateKey("shown-notifications")
  /// What of the inbox was on the desktop last.
  static let shownInbox = VaultStateKey("shown-inbox")
}
