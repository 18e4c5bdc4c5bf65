#if Desktop
internal import CAdwaita

/// A window above another one, for something that is looked at or filled in and closed again; Esc closes it.
public final class SubWindow: Widget {
  private let header = HeaderBar()
  private let body = Box(.vertical)
  /// It lives for as long as it is on the screen, whoever made it.
  private var itself: SubWindow?

  private var isEnding = false

  /// Called when it has been closed.
  public var closed: () -> Void = {}

  /// Asked when a person wants to close it; who says no may close it later.
  public var mayClose: () -> Bool = { true }

  /// Makes one, which is not seen yet.
  ///
  /// - Parameters:
  ///   - width: pixels at first, as `height`; a person may change them. No more than the window below has.
  ///   - height: nil for what the content takes.
  public init(over window: Window, title: String, width: Int = 480, height: Int? = 640, _ content: Widget) {
    super.init(adw_window_new())
    gtk_window_set_title(typed(), title)
    let room = window.size
    gtk_window_set_default_size(
      typed(), gint(min(width, room.width)), gint(height.map { min($0, room.height) } ?? -1))
    gtk_window_set_transient_for(typed(), window.typed())
    gtk_window_set_modal(typed(), 1)
    gtk_window_set_destroy_with_parent(typed(), 1)
    content.expand(horizontally: true, vertically: true)
    body.append(header)
    body.append(content)
    keep(body)
    adw_window_set_content(typed(), body.pointer)
    connectClosing()
    onKeysFirst("Escape") { [weak self] in
      // A list or a calendar that has dropped down closes first.
      guard let self, !isInPopover else { return false }
      gtk_window_close(typed())
      return true
    }
  }

  private func connectClosing() {
    let handler: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> gboolean = { _, box in
      guard let window = WeakBox<SubWindow>.object(in: box) else { return 0 }
      return window.end() ? 0 : 1
    }
    g_signal_connect_data(
      raw, "close-request", unsafeBitCast(handler, to: GCallback.self), WeakBox.retained(self), releaseBox,
      GConnectFlags(rawValue: 0))
  }

  /// About how high its bar is, in pixels.
  public static let barHeight = 48

  /// Adds a widget to its bar, where lines end.
  public func addToBar(_ widget: Widget) { header.append(widget) }

  /// Shows it.
  public func present() {
    itself = self
    gtk_window_present(typed())
  }

  /// Is at first as high as its bar and a part of its content with all of its lines, up to so many pixels.
  public func fit(_ content: Widget, upTo height: Int) {
    var (width, former): (gint, gint) = (0, 0)
    // GTK writes both.
    gtk_window_get_default_size(typed(), &width, &former)
    gtk_window_set_default_size(
      typed(), width, gint(min(height, Self.barHeight + content.height(atWidth: Int(width)))))
  }

  /// Whether it has the keyboard.
  public var isActive: Bool { gtk_window_is_active(typed()) != 0 }

  /// Calls a closure whenever it gets or loses the keyboard.
  public func onActivityChange(_ body: @escaping () -> Void) { connect("notify::is-active") { _ in body() } }

  /// Closes it, without asking.
  public func close() {
    isEnding = true
    gtk_window_close(typed())
  }

  /// - Returns: whether it closes.
  private func end() -> Bool {
    guard isEnding || mayClose() else { return false }
    let closed = closed
    itself = nil
    closed()
    return true
  }
}
#endif
