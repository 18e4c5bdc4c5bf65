#if Desktop
internal import CAdwaita
public import SecretMemory
internal import SecretText

/// Lines of secret text to type, kept in locked memory and drawn piece by piece, as ``SecretArea`` does: GTK's own entries and text views
/// keep copies of what is typed.
///
/// A part can be selected, to be erased or written anew, and none of it be copied; assistive technology learns that there is one, not what it says. An input method, where
/// the desktop has one, sees what is typed.
public final class SecretEditor: Widget {
  private let surface: SecretEditorSurface

  /// Makes an empty one.
  ///
  /// - Parameters:
  ///   - capacity: the most bytes that it takes.
  ///   - height: the least that it takes on the screen, in pixels.
  /// - Returns: nil where there is no memory for it that nobody else may read.
  public init?(name: String, capacity: Int, height: Int) {
    do { surface = SecretEditorSurface(name: name, try SecretDraft(capacity: capacity)) } catch { return nil }
    super.init(gtk_scrolled_window_new())
    gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_min_content_height(opaque, gint(height))
    keep(surface)
    gtk_scrolled_window_set_child(opaque, surface.pointer)
    surface.margin(12)
    style("card")
    style("secret-editor")
    surface.caretMoved = { [weak self] in self?.scroll(to: $0, height: $1) }
  }

  /// Called when something did not fit any more.
  public var overflowed: () -> Void {
    get { surface.overflowed }
    set { surface.overflowed = newValue }
  }

  /// Whether nothing of the text is seen, nor can be changed.
  public var isConcealed: Bool {
    get { surface.isConcealed }
    set { surface.isConcealed = newValue }
  }

  /// Whether nothing has been typed.
  public var isEmpty: Bool { surface.draft.count == 0 }

  /// Whether a person has changed what was filled in.
  public var isChanged: Bool { surface.isChanged }

  /// Puts a text in place of what is there.
  public func fill(_ secret: SharedSecret) { surface.fill(secret) }

  /// A copy of the text; nil where there is no memory for it.
  public func text() -> SharedSecret? {
    do { return SharedSecret(try surface.draft.text()) } catch { return nil }
  }

  /// Erases the text.
  public func clear() { surface.clear() }

  public override func focus() { surface.focus() }

  private func scroll(to top: Double, height: Double) {
    guard let adjustment = gtk_scrolled_window_get_vadjustment(opaque) else { return }
    gtk_adjustment_clamp_page(adjustment, top, top + height + 24)
  }
}
#endif
