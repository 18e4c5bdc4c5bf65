#if Desktop
public import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import VaultClient
internal import Widgets

/// The window's program.
public enum DesktopProgram {
  /// Runs until the window is closed.
  ///
  /// - Returns: the exit status.
  /// - Throws: ``AgentAPI/Failure`` where the environment names no place for a vault.
  public static func run() throws(Failure) -> Int32 {
    let environment = ProcessInfo.processInfo.environment
    Localization.start(environment)
    Localization.isolatesValues = true
    let paths = try VaultPaths(environment: environment)
    let application = Application(id: WindowName.name(for: paths, environment: environment))
    var window: MainWindow?
    func show(_ lead: (MainWindow) -> Void = { _ in }) {
      if window == nil {
        StyleSheet.apply(Self.css)
        StyleSheet.applyInHighContrast(light: Self.contrast(on: .light), dark: Self.contrast(on: .dark))
        application.useIcon(WindowName.usual)
        // GTK is ready: from the connection on nothing can be read from this process any more (docs/security.md).
        let link = AgentLink(
          AgentConnector(paths: paths, environment: environment, isInteractive: true), environment: environment)
        window = open(application, link, HabitsKeeper(WindowHabitsFile(in: paths.state)))
      }
      guard let window else { return }
      lead(window)
      window.present()
    }
    application.activated = { show() }
    // Any program of the session can call what follows, so that it shows something and does nothing else (docs/security.md).
    application.opened = { address in show { $0.entrance.open(address) } }
    application.exportWithText(WindowName.showAction) { link in show { $0.entrance.open(link: link) } }
    application.export("show-tasks") { show { $0.entrance.lead(to: .tasks) } }
    application.export("show-inbox") { show { $0.entrance.lead(to: .inbox) } }
    return application.run(CommandLine.arguments)
  }

  private static func open(_ application: Application, _ link: AgentLink, _ habits: HabitsKeeper) -> MainWindow {
    let window = MainWindow(application, link, habits)
    link.followers.state = { [weak window] in window?.show($0) }
    link.followers.unlocked = { [weak window] in window?.show(isUnlocked: $0) }
    link.followers.locked = { [weak window] in window?.hideAll() }
    let tasks = Pace { [weak window] in window?.refreshTasks() }
    let inbox = Pace { [weak window] in window?.refreshInbox() }
    let heap = Pace(moment: 2) { Heap.giveBack() }
    link.followers.pictureCame = { heap.ask() }
    link.followers.tasksChanged = { tasks.ask() }
    link.followers.inboxChanged = { inbox.ask() }
    Task { await link.run() }
    return window
  }

  /// All rows of a list are equally high: GTK 4.8 has no others that scroll well. Nothing of a row is outside of what takes its clicks.
  ///
  /// Dim text of the theme's has a contrast of 3.2 to 1, white on its blue 3.8; WCAG AA wants 4.5, also on a row that is selected.
  private static let css = """
    @define-color accent_bg_color #1c71d8;
    .dim-label, placeholder { opacity: 0.75; }
    listview > row { padding-top: 0; padding-bottom: 0; }
    .task-row { min-height: 52px; }
    .inbox-row { min-height: 96px; }
    .message-row { min-height: 70px; }
    .data-row { min-height: 46px; }
    .log-row { min-height: 48px; }
    .message-text link, .linked-text link { color: @accent_color; }
    .message-text { padding: 6px 12px; border-radius: 12px; background-color: alpha(@window_fg_color, 0.08); }
    .message-text.own { background-color: alpha(@accent_bg_color, 0.2); }
    .message-mark { padding-top: 6px; }
    viewswitcher label { margin-left: 3px; margin-right: 3px; }
    .unread { font-weight: bold; }
    popover .flat label { font-weight: normal; }
    .done-step { text-decoration: line-through; }
    .secret-row > box { min-height: 50px; padding: 0 12px; }
    .secret-row entry { background: none; border: none; box-shadow: none; outline: none; padding: 0; min-height: 0; }
    .secret-row:focus-within { outline: 2px solid alpha(@accent_color, 0.5); outline-offset: -2px; border-radius: 12px; }
    .secret-card { padding: 12px; }
    .secret-text { font-size: 1.25em; }
    .secret-editor:focus-within { box-shadow: 0 0 0 2px @accent_color; }
    .warning { color: mix(@warning_color, @window_fg_color, 0.35); }
    .drop-banner { background-color: @popover_bg_color; }
    toast { background-color: #2a2a2e; color: white; border-radius: 20px; }
    .swiping { background-color: @destructive_bg_color; }
    .swiping > * { background-color: @view_bg_color; }
    .entry-hint { min-height: 42px; background-color: @window_bg_color; }
    .dragged > * { background-color: @window_bg_color; }
    """

  private enum Ground {
    case light
    case dark
  }

  /// With high contrast every text has 7 to 1 at least, as WCAG AAA wants it; the colours of the theme have less.
  private static func contrast(on ground: Ground) -> String {
    let (error, warning) = ground == .light ? ("#8a0010", "#573600") : ("#ffb3b3", "#ffd98a")
    return """
      .dim-label { opacity: 1; }
      .error { color: \(error); }
      .warning { color: \(warning); }
      .drop-banner { border: 2px solid currentColor; }
      """
  }
}
#endif
