#if Desktop
internal import CAdwaita

/// A picture that fits into the room it has, or is larger and moved with scroll bars.
///
/// It may be shown by a copy with fewer pixels than it has itself; all measures are those of the picture. Where the copy is enlarged, a finer one is asked for.
public final class ZoomView: Widget {
  let picture = Widget(gtk_picture_new())
  private var texture: Texture?
  /// One with more pixels, while it is needed.
  private var finer: Texture?
  /// Pixels of the picture, across and down.
  private var whole = (width: 1, height: 1)
  /// Screen pixels for one of the picture's; nil where it fits.
  private(set) var factor: Double?

  /// The largest factor, and the most pixels of a side that are drawn: beyond 32,767 nothing is.
  private static let (maximumFactor, maximumSide) = (8.0, 16_384.0)
  static let step = 1.25

  /// Called when what is shown is enlarged, and ``refine(_:)`` would show more of it.
  public var isCoarse: () -> Void = {}

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
    // In another tab nobody sees it.
    connect("unmap") { [weak self] _ in self?.refine(nil) }
    connect("map") { [weak self] _ in self?.askForFiner() }
  }

  /// Shows a picture so that it fits, or nothing.
  ///
  /// - Parameters:
  ///   - name: what assistive technology calls it.
  ///   - whole: how many pixels the picture has across and down, where the texture is a copy with fewer.
  public func show(_ texture: Texture?, name: String, whole: (width: Int, height: Int)? = nil) {
    refine(nil)
    self.texture = texture
    let own = texture.map { ($0.width, $0.height) } ?? (1, 1)
    self.whole = whole.flatMap { $0.width > own.0 && $0.height >= own.1 ? $0 : nil } ?? own
    gtk_picture_set_paintable(picture.opaque, texture?.opaque)
    gtk_picture_set_alternative_text(picture.opaque, name)
    picture.name(name)
    fit()
  }

  /// Shows the same picture by a copy with more pixels, as large as it is; nil lets go of that again.
  public func refine(_ texture: Texture?) {
    let isLess = finer != nil && texture == nil
    finer = texture
    draw()
    // Once GTK has let go of it, too.
    if isLess { Task { Heap.giveBack() } }
  }

  /// Screen pixels for a hundred of the picture's; nil where it fits into the room.
  public var percentage: Int? { factor.map { Int(($0 * 100).rounded()) } }

  /// Whether somebody has made it larger or smaller than fits.
  public var isZoomed: Bool { factor != nil }

  /// Whether it is on the screen.
  public var isSeen: Bool { gtk_widget_get_mapped(pointer) != 0 }

  /// Makes it larger.
  public func zoomIn() { zoom(current * Self.step) }

  /// Makes it smaller.
  public func zoomOut() { zoom(current / Self.step) }

  /// Shows each of its pixels as one of the screen's.
  public func showPixels() { zoom(1) }

  /// Makes it fit into the room it has.
  public func fit() { set(nil) }

  /// Screen pixels for one of the picture's, also where it fits: there the copy is never enlarged.
  var current: Double {
    if let factor { return factor }
    guard let texture else { return 1 }
    let room = (width: gtk_widget_get_width(picture.pointer), height: gtk_widget_get_height(picture.pointer))
    let fitting = min(Double(room.width) / Double(texture.width), Double(room.height) / Double(texture.height))
    return (fitting > 0 ? min(fitting, 1) : 1) * part(of: texture)
  }

  /// How many pixels of a texture stand for one of the picture's.
  private func part(of texture: Texture) -> Double { Double(texture.width) / Double(whole.width) }

  /// The smallest and the largest factor.
  private var bounds: ClosedRange<Double> {
    guard let texture else { return 1...1 }
    let side = Double(max(whole.width, whole.height))
    return 0.1 * part(of: texture)...max(min(Self.maximumFactor, Self.maximumSide / side), 1)
  }

  /// - Parameter point: what is there stays there, as far as there is something beside it; nil for the middle.
  func zoom(_ factor: Double, at point: (x: Double, y: Double)? = nil) {
    zoom(factor, to: anchor(at: point))
  }

  /// - Parameter anchor: what is to be seen where it says; nil where nothing is shown.
  func zoom(_ factor: Double, to anchor: Anchor?) {
    set(min(max(factor, bounds.lowerBound), bounds.upperBound))
    if let anchor { move(to: anchor) }
  }

  /// What is seen, in screen pixels.
  var shownSize: (width: Double, height: Double) {
    texture == nil ? (0, 0) : size(at: current)
  }

  private func size(at factor: Double) -> (width: Double, height: Double) {
    (Double(whole.width) * factor, Double(whole.height) * factor)
  }

  private func set(_ factor: Double?) {
    self.factor = factor
    draw()
    zoomed()
    askForFiner()
  }

  private func askForFiner() {
    guard let texture, finer == nil, let factor, factor > part(of: texture), texture.width < whole.width else { return }
    isCoarse()
  }

  private func draw() {
    guard let texture = finer ?? texture else { return }
    // What is small stays sharp, unless somebody makes it larger.
    gtk_picture_set_content_fit(picture.opaque, factor == nil ? GTK_CONTENT_FIT_SCALE_DOWN : GTK_CONTENT_FIT_CONTAIN)
    // A picture of GTK's is at least as large as what it shows, where there is room.
    let scale = factor.map { $0 / part(of: texture) }
    let shown = scale.flatMap { $0 < 1 ? texture.scaled(by: $0) : nil } ?? texture
    withExtendedLifetime(shown) { gtk_picture_set_paintable(picture.opaque, shown.opaque) }
    let size = factor.map(self.size)
    picture.minimumSize(width: size.map { Int($0.width) }, height: size.map { Int($0.height) })
    for alignment in [Alignment.fill, .center] where (alignment == .fill) == (factor == nil) {
      picture.align(horizontally: alignment, vertically: alignment)
    }
  }
}
#endif
