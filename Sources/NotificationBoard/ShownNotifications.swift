/// What is on the desktop, for the next run of the agent: some desktops keep what a program showed that has ended.
public struct ShownNotifications: Codable, Equatable, Sendable {
  /// The unique name of the service that shows them.
  public var service: String
  /// Their ids.
  public var ids: [UInt32]
  /// Their names, in the order of the ids; nil as an older agent left it.
  public var names: [String]?

  /// - Parameters:
  ///   - service: the unique name of the service that shows them.
  ///   - ids: what the service calls them.
  ///   - names: what the panel calls them, in the order of the ids.
  public init(service: String, ids: [UInt32], names: [String]?) {
    (self.service, self.ids, self.names) = (service, ids, names)
  }
}

/// Remembers what is on the desktop beyond the end of the agent.
public protocol NotificationMemory: Sendable {
  /// What an earlier run showed on a panel; nil where nothing is known of it.
  ///
  /// - Throws: why it can't be read.
  func shown(on panel: NotificationPanel) async throws -> ShownNotifications?

  /// Remembers what is shown on a panel. Where that fails it is behind, and nobody is told but the log.
  func remember(_ shown: ShownNotifications, on panel: NotificationPanel) async
}
