#if Desktop
internal import CAdwaita

/// A round picture of somebody or something; without a picture the first letters of a name, on a colour that stays with the name.
public final class Avatar: Widget {
  /// Makes one.
  ///
  /// - Parameter size: pixels.
  public init(size: Int) { super.init(adw_avatar_new(gint(size), "", 1)) }

  /// Whose letters, or whose picture, are shown; assistive technology reads the name elsewhere.
  public func show(_ name: String, _ picture: Texture? = nil) {
    adw_avatar_set_text(opaque, name)
    adw_avatar_set_custom_image(opaque, picture?.opaque)
  }
}
#endif
