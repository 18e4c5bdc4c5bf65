#if Desktop
internal import CAdwaita

/// Shows short messages above a widget, one after the other.
public final class ToastOverlay: Widget {
  /// Makes one.
  public init(_ child: Widget) {
    super.init(adw_toast_overlay_new())
    keep(child)
    adw_toast_overlay_set_child(opaque, child.pointer)
  }

  /// Shows a message for some seconds.
  public func show(_ message: String) { adw_toast_overlay_add_toast(opaque, toast(message)) }

  /// Shows a message with a button beside it.
  public func show(_ message: String, button: String, _ body: @escaping () -> Void) {
    guard let toast = toast(message) else { return }
    adw_toast_set_button_label(toast, button)
    // The overlay takes the toast over; this reference is for the signal alone.
    let handle = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(toast)))
    handle.connect("button-clicked") { _ in body() }
    adw_toast_overlay_add_toast(opaque, toast)
  }

  private func toast(_ message: String) -> OpaquePointer? {
    // A toast takes markup; what somebody wrote is none.
    guard let escaped = g_markup_escape_text(message, -1) else { return nil }
    defer { g_free(escaped) }
    return adw_toast_new(escaped)
  }
}
#endif
