#if Desktop
internal import CAdwaita

/// A symbolic icon of the desktop's theme.
public final class Icon: Widget {
  /// Makes one.
  public init(_ name: String) { super.init(gtk_image_new_from_icon_name(name)) }
}
#endif
