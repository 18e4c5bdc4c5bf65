#if Desktop
internal import CAdwaita

/// A picture that fits into the room it has, or is larger and moved with scroll bars.
public final class ZoomView: Widget {
  let picture = Widget(gtk_picture_new())
  private var texture: Texture?
  /// Screen pixels for one of the picture's; nil where it fits.
  private(set) var factor: Double?

  /// The largest and the smallest factor.
  private static let bounds = 0.1...8.0
  static let step = 1.25

  /// Called when it is larger or smaller than before.
  public var zoomed: () -> Void = {}

  /// Where the pointer is, from the upper left corner; nil while it is elsewhere.
  var pointed: (x: Double, y: Double)?
  /// What two fingers took hold of, and the factor then; nil while they do not.
  var pinched: (anchor: Anchor, factor: Double)?
  /// How far it was scrolled when a drag began.
  var grabbed = (x: 0.0, y: 0.0)

  /// Makes one without a picture.
  public init() {
    super.init(gtk_scrolled_window_new())
    gtk_picture_set_can_shrink(picture.opaque, 1)
    keep(picture)
    gtk_scrolled_window_set_child(opaque, picture.pointer)
    zoomWithWheel()
    followPointer()
    moveByDragging()
    zoomByPinching()
  }

  /// Shows a picture so that it fits, or nothing.
  ///
  /// - Parameter name: what assistive technology calls it.
  public func show(_ texture: Texture?, name: String) {
    self.texture = texture
    gtk_picture_set_paintable(picture.opaque, texture?.opaque)
    gtk_picture_set_alternative_text(picture.opaque, name)
    picture.name(name)
    fit()
  }

  /// Screen pixels for a hundred of the picture's; nil where it fits into the room.
  public var percentage: Int? { factor.map { Int(($0 * 100).rounded()) } }

  /// Makes it larger.
  public func zoomIn() { zoom(current * Self.step) }

  /// Makes it smaller.
  public func zoomOut() { zoom(current / Self.step) }

  /// Shows each of its pixels as one of the screen's.
  public func showPixels() { zoom(1) }

  /// Makes it fit into the room it has.
  public func fit() { set(nil) }

  /// Screen pixels for one of the picture's, also where it fits.
  var current: Double {
    if let factor { return factor }
    guard let texture else { return 1 }
    let room = (width: gtk_widget_get_width(picture.pointer), height: gtk_widget_get_height(picture.pointer))
    let fitting = min(Double(room.width) / Double(texture.width), Double(room.height) / Double(texture.height))
    return fitting > 0 ? min(fitting, 1) : 1
  }

  /// - Parameter point: what is there stays there, as far as there is something beside it; nil for the middle.
  func zoom(_ factor: Double, at point: (x: Double, y: Double)? = nil) {
    zoom(factor, to: anchor(at: point))
  }

  /// - Parameter anchor: what is to be seen where it says; nil where nothing is shown.
  func zoom(_ factor: Double, to anchor: Anchor?) {
    set(min(max(factor, Self.bounds.lowerBound), Self.bounds.upperBound))
    if let anchor { move(to: anchor) }
  }

  /// What is seen, in screen pixels.
  var shownSize: (width: Double, height: Double) {
    let factor = current
    return texture.map { (Double($0.width) * factor, Double($0.height) * factor) } ?? (0, 0)
  }

  private func set(_ factor: Double?) {
    guard let texture else { return }
    self.factor = factor
    // What is small stays sharp, unless somebody makes it larger.
    gtk_picture_set_content_fit(picture.opaque, factor == nil ? GTK_CONTENT_FIT_SCALE_DOWN : GTK_CONTENT_FIT_CONTAIN)
    // A picture of GTK's is at least as large as what it shows, where there is room.
    let shown = factor.flatMap { $0 < 1 ? texture.scaled(by: $0) : nil } ?? texture
    withExtendedLifetime(shown) { gtk_picture_set_paintable(picture.opaque, shown.opaque) }
    picture.minimumSize(
      width: factor.map { Int(Double(texture.width) * $0) }, height: factor.map { Int(Double(texture.height) * $0) })
    for alignment in [Alignment.fill, .center] where (alignment == .fill) == (factor == nil) {
      picture.align(horizontally: alignment, vertically: alignment)
    }
    zoomed()
  }
}
#endif
