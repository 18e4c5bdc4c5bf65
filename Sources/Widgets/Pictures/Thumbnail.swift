#if Desktop
internal import CAdwaita

/// A small picture, or an icon where there is none, that takes a square of a fixed size.
public final class Thumbnail: Widget {
  private let side: Int

  /// Makes one without a picture.
  ///
  /// - Parameter side: of its square, in pixels.
  public init(side: Int) {
    self.side = side
    super.init(gtk_image_new())
    gtk_image_set_pixel_size(opaque, gint(side))
    minimumSize(width: side, height: side)
  }

  /// Shows a picture, or nothing.
  ///
  /// - Parameter name: what assistive technology calls it.
  public func show(_ texture: Texture?, name: String) {
    if let texture { gtk_image_set_from_paintable(opaque, texture.opaque) } else { gtk_image_clear(opaque) }
    gtk_image_set_pixel_size(opaque, gint(side))
    style("dim-label", false)
    self.name(name)
  }

  /// Shows an icon of a third of its size; assistive technology reads nothing of it.
  public func show(icon: String) {
    gtk_image_set_from_icon_name(opaque, icon)
    gtk_image_set_pixel_size(opaque, gint(side / 3))
    style("dim-label", true)
    name("")
  }
}
#endif
