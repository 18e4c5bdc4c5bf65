internal import AgentAPI
internal import DesktopSession
internal import Logging

/// What a click on a notification leads to.
struct PlaceTarget: Equatable, Sendable {
  /// The words after `vault` that show it at a terminal; they are a shell's, so nothing from outside may be in them.
  let command: String
  /// Where the window has it; nil where it has no place for it.
  let place: WindowPlace?

  init(_ command: String, _ place: WindowPlace? = nil) { (self.command, self.place) = (command, place) }
}

/// Leads a person who has clicked to what they mean: in the window where one is installed, else at a terminal.
struct PlaceOpener: Sendable {
  let window: WindowActivator
  let launcher: TerminalLauncher
  let logger: Logger

  /// Shows it.
  ///
  /// - Throws: why neither a window nor a terminal does.
  func open(_ target: PlaceTarget, activationToken: String?) async throws(TerminalLaunchError) {
    if let place = target.place {
      do throws(WindowActivationError) {
        // Whoever has the window's name on the bus learns which item is meant, and nothing else.
        return try await window.activate(WindowName.showAction, place.link, activationToken: activationToken)
      } catch {
        if error != .notInstalled { logger.notice("the window does not open", metadata: ["reason": "\(error)"]) }
      }
    }
    try await launcher.open(TerminalArguments.vault(target.command), activationToken: activationToken)
  }
}
