#if Desktop
internal import CAdwaita
public import SecretMemory
internal import SecretText

/// Shows a secret text, drawn piece by piece out of locked memory: GTK's labels and text views keep copies of what they have shown.
///
/// The text can't be selected, and assistive technology learns that there is one, not what it says.
public final class SecretArea: DrawnWidget {
  private var secret: SharedSecret? {
    didSet { watch = secret == nil ? nil : watch ?? DrawingWatch() }
  }
  private var watch: DrawingWatch?
  private var painter: SecretPainter?

  /// Shows a text.
  public func show(_ secret: SharedSecret) {
    self.secret = secret
    painter?.invalidate()
    redraw()
  }

  /// Shows nothing; what it showed is erased with its last holder.
  public func clear() {
    secret = nil
    painter = nil
    height(0)
    redraw()
  }

  override func draw(_ context: OpaquePointer, width: Double) {
    guard let secret else { return }
    let painter = painter ?? SecretPainter(for: self, isEdited: false)
    self.painter = painter
    secret.bytes.withUnsafeBytes { text in
      painter.draw(text, onto: context, width: width)
      height(Double(painter.layout(text, width: width).lines.count) * painter.lineHeight)
    }
  }
}
#endif
