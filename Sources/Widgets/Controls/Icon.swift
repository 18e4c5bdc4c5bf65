#if Desktop
internal import CAdwaita

/// A symbolic icon of the desktop's theme.
public final class Icon: Widget {
  /// Makes one.
  public init(_ name: String) { super.init(gtk_image_new_from_icon_name(name)) }

  /// Shows another one.
  public func show(_ name: String) { gtk_image_set_from_icon_name(opaque, name) }
}
#endif
