#if Desktop
public import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import VaultClient
internal import Widgets

/// The window's program.
public enum DesktopProgram {
  /// How the desktop knows it.
  private static let id = "io.github.vault.Vault"

  /// Runs until the window is closed.
  ///
  /// - Returns: the exit status.
  /// - Throws: ``AgentAPI/Failure`` where the environment names no place for a vault.
  public static func run() throws(Failure) -> Int32 {
    let environment = ProcessInfo.processInfo.environment
    let paths = try VaultPaths(environment: environment)
    let application = Application(id: id)
    var window: MainWindow?
    application.activated = {
      if window == nil {
        StyleSheet.apply(Self.css)
        // GTK is ready: from the connection on nothing can be read from this process any more (docs/security.md).
        let link = AgentLink(AgentConnector(paths: paths, environment: environment, isInteractive: true))
        window = open(application, link)
      }
      window?.present()
    }
    return application.run()
  }

  private static func open(_ application: Application, _ link: AgentLink) -> MainWindow {
    let window = MainWindow(application, link)
    link.followers.state = { [weak window] in window?.show($0) }
    link.followers.locked = { [weak window] in window?.hideAll() }
    link.followers.tasksChanged = { [weak window] in window?.refreshTasks() }
    link.followers.inboxChanged = { [weak window] in window?.refreshInbox() }
    Task { await link.run() }
    return window
  }

  /// All rows of a list are equally high: GTK 4.8 has no others that scroll well.
  private static let css = """
    .task-row { min-height: 48px; }
    .inbox-row { min-height: 92px; }
    .unread { font-weight: bold; }
    .drop-banner { background-color: @popover_bg_color; }
    """
}
#endif
