#if Desktop
internal import CAdwaita

/// A picture in the middle of the room it has, made smaller where it does not fit, never larger.
public final class PictureView: Widget {
  /// Makes one without a picture.
  public init() {
    super.init(gtk_picture_new())
    gtk_picture_set_can_shrink(opaque, 1)
    gtk_picture_set_content_fit(opaque, GTK_CONTENT_FIT_SCALE_DOWN)
    align(horizontally: .center)
  }

  /// Shows a picture, or nothing.
  ///
  /// - Parameters:
  ///   - name: what assistive technology calls it.
  ///   - height: the most that it takes, in pixels.
  public func show(_ texture: Texture?, name: String, height: Int) {
    gtk_picture_set_paintable(opaque, texture?.opaque)
    gtk_picture_set_alternative_text(opaque, name)
    self.name(name)
    minimumSize(height: texture.map { min($0.height, height) })
  }
}
#endif
