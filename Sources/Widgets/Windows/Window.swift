#if Desktop
internal import CAdwaita
internal import Localization

/// A window of an application.
public final class Window: Widget {
  /// What would be lost with it.
  public let unsaved = UnsavedWords()
  private var asking: Task<Void, Never>?
  private var isEnding = false

  /// Makes one, which is not seen yet.
  ///
  /// - Parameters:
  ///   - width: pixels at first; a person may change them, as with `height`.
  public init(of application: Application, title: String, width: Int, height: Int) {
    super.init(adw_application_window_new(application.typed()))
    gtk_window_set_title(typed(), title)
    gtk_window_set_default_size(typed(), gint(width), gint(height))
  }

  /// How large it is, in pixels; as large as can be where it is not on the screen yet.
  public var size: (width: Int, height: Int) {
    let (width, height) = (Int(gtk_widget_get_width(pointer)), Int(gtk_widget_get_height(pointer)))
    return width > 0 && height > 0 ? (width, height) : (.max, .max)
  }

  /// How large it is while it is not as large as the screen.
  public var ownSize: (width: Int, height: Int) {
    var (width, height): (gint, gint) = (0, 0)
    gtk_window_get_default_size(typed(), &width, &height)
    return (Int(width), Int(height))
  }

  /// Whether it is as large as the screen.
  public var isMaximised: Bool {
    get { gtk_window_is_maximized(typed()) != 0 }
    set { newValue ? gtk_window_maximize(typed()) : gtk_window_unmaximize(typed()) }
  }

  /// Calls a closure before it closes. Where something was typed and not sent, a person is asked first.
  public func onClose(_ body: @escaping () -> Void) {
    connectAsked("close-request") { [weak self] _ in
      if self?.mayClose() == false { return true }
      body()
      return false
    }
  }

  private func mayClose() -> Bool {
    let titles = unsaved.titles
    guard !isEnding, !titles.isEmpty else { return true }
    guard asking == nil else { return false }
    let question = DiscardDialog(
      heading: localized("Close and discard what you typed?"),
      text: localized("It is kept nowhere: \(titles.joined(separator: ", "))."))
    asking = Task { [weak self] in
      guard let self else { return }
      isEnding = await question.ask(over: self)
      asking = nil
      if isEnding { close() }
    }
    return false
  }

  /// What is in it.
  public func content(_ widget: Widget) {
    keep(widget)
    adw_application_window_set_content(typed(), widget.pointer)
  }

  /// Shows it, in front of others where the desktop allows.
  public func present() { gtk_window_present(typed()) }

  /// Closes it.
  public func close() { gtk_window_close(typed()) }

  /// Has nothing in it have the keyboard, so that keys press no button.
  public func dropFocus() { gtk_window_set_focus(typed(), nil) }

  /// Whether it has the keyboard, and is on the screen: not every desktop takes the keyboard from a window that is minimised.
  public var isActive: Bool { gtk_window_is_active(typed()) != 0 && !isMinimised }

  /// Calls a closure whenever the keyboard goes to something else in it.
  public func onFocusChange(_ body: @escaping () -> Void) { connect("notify::focus-widget") { _ in body() } }

  /// Calls a closure whenever that may have changed.
  public func onActivityChange(_ body: @escaping () -> Void) {
    connect("notify::is-active") { _ in body() }
    connect("realize") { [weak self] _ in
      guard let surface = self?.surface else { return }
      NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(surface))).connect("notify::state") { _ in body() }
    }
  }

  private var surface: OpaquePointer? { gtk_native_get_surface(opaque) }

  /// Whether it is an icon.
  public var isMinimised: Bool {
    guard let surface else { return false }
    return gdk_toplevel_get_state(surface).rawValue & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue != 0
  }
}
#endif
