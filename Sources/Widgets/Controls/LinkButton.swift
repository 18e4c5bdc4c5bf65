#if Desktop
internal import CAdwaita

/// A button that opens a page with what the desktop has for it.
public final class LinkButton: Widget {
  /// Makes one.
  ///
  /// - Parameter address: shown beside the pointer, so that nobody opens what they don't know.
  public init(_ title: String, address: String) {
    super.init(gtk_link_button_new_with_label(address, title))
    toolTip = address
  }
}
#endif
