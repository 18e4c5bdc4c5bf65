#if Desktop
internal import CAdwaita

/// Says by turning that something is being done.
public final class Spinner: Widget {
  /// Makes one that is not seen.
  ///
  /// - Parameter name: what assistive technology says of it.
  public init(name: String) {
    super.init(gtk_spinner_new())
    self.name(name)
    isVisible = false
  }

  /// Whether it is seen and turns.
  public var isTurning = false {
    didSet {
      isVisible = isTurning
      isTurning ? gtk_spinner_start(opaque) : gtk_spinner_stop(opaque)
    }
  }
}
#endif
