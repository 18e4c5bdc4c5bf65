#if Desktop
internal import CAdwaita
internal import Localization

/// Shows short messages above a widget, each in place of the one before: what has just been done is what somebody reads.
public final class ToastOverlay: Widget {
  /// How long a message with a button stays: who reads slowly wants to press it, too.
  private static let secondsToPress = 10
  /// How many characters a slow reader reads in a second.
  private static let readingPace = 12
  /// The most seconds that a message without a button stays.
  private static let longest = 15

  /// How long libadwaita may take to move a message in, in microseconds of the time of frames; the double of what it does take.
  private static let arrival: gint64 = 500_000

  private var latest: NativeObject?
  /// Whether the latest one is still moving in. libadwaita 1.2 has that animation write to what the other one, which moves it out, has freed, where both
  /// end in one frame: so nothing is taken away before it has come.
  private var isArriving = false
  /// Shows what is told next, once the latest has come.
  private var next: (() -> Void)?
  /// The words of the latest one.
  private var text: Label?
  /// On the button beside it; empty where there is none.
  private var word = ""
  private var isWatching = false
  private let child: Widget
  private var keptFree: [Widget] = []

  /// Whether messages may lie over what is shown. Where they may not, they have a room of their own below it.
  public var mayCover: () -> Bool = { true }

  /// Called when a message begins to lie over so many pixels at the bottom, or does so no more: 0.
  public var covered: (_ pixels: Int) -> Void = { _ in }

  /// Makes one.
  public init(_ child: Widget) {
    self.child = child
    super.init(adw_toast_overlay_new())
    keep(child)
    adw_toast_overlay_set_child(opaque, child.pointer)
  }

  /// Shows a message for some seconds, a long one longer.
  public func show(_ message: String) {
    guard let toast = adw_toast_new("") else { return }
    // The time runs from when it is shown.
    adw_toast_set_timeout(toast, guint(min(max(5, message.count / Self.readingPace), Self.longest)))
    follow(NativeObject(owning: UnsafeMutableRawPointer(toast)), message)
  }

  /// Takes the message away that is shown: what it was about is not seen any more.
  public func end() {
    text?.text = ""
    next = {}
    if !isArriving { showNext() }
  }

  /// Shows a message with a button beside it.
  public func show(_ message: String, button: String, _ body: @escaping () -> Void) {
    guard let toast = adw_toast_new("") else { return }
    adw_toast_set_button_label(toast, button)
    adw_toast_set_timeout(toast, guint(Self.secondsToPress))
    let made = NativeObject(owning: UnsafeMutableRawPointer(toast))
    made.connect("button-clicked") { _ in body() }
    follow(made, message, button: button)
  }

  /// Shows a message in the place of the one before.
  private func follow(_ toast: NativeObject, _ message: String, button: String = "") {
    next = { [weak self] in self?.add(toast, message, button: button) }
    if !isArriving { showNext() }
  }

  private func showNext() {
    guard let next else { return }
    self.next = nil
    if let latest { adw_toast_dismiss(latest.opaque) }
    next()
  }

  private func add(_ toast: NativeObject, _ message: String, button: String) {
    word = button
    let title = title(message)
    withExtendedLifetime(title) { adw_toast_set_custom_title(toast.opaque, title.pointer) }
    (latest, text) = (toast, title)
    toast.connect("dismissed") { [weak self, weak toast] _ in
      guard let self, latest === toast else { return }
      (latest, text) = (nil, nil)
      makeRoom()
    }
    // The overlay takes over a reference.
    g_object_ref(toast.raw)
    adw_toast_overlay_add_toast(opaque, toast.opaque)
    nameButtons(button)
    watchFocus()
    makeRoom()
    isArriving = true
    followArrival(since: nil)
  }

  /// - Parameter start: the time of the first frame in which it was moving in, in microseconds; nil before that.
  private func followArrival(since start: gint64?) {
    onNextFrame { [weak self] in
      guard let self, let clock = gtk_widget_get_frame_clock(pointer) else { return }
      let now = gdk_frame_clock_get_frame_time(clock)
      guard let start, now - start >= Self.arrival else { return followArrival(since: start ?? now) }
      isArriving = false
      showNext()
    }
  }

  /// Keeps messages off what somebody types in, as soon as they do, and off what must not be covered in a window of another size.
  private func watchFocus() {
    guard !isWatching, let root = gtk_widget_get_root(pointer) else { return }
    isWatching = true
    let window = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(root)))
    for change in ["notify::focus-widget", "notify::default-width"] {
      window.connect(change) { [weak self] _ in self?.followLayout() }
    }
  }

  /// Keeps messages off a line at the bottom of a page, whatever has the keyboard: a click that is meant for it would not reach it.
  public func keepFree(_ line: Widget) {
    keptFree.append(line)
    for change in ["map", "unmap"] { line.connect(change) { [weak self] _ in self?.followLayout() } }
  }

  /// What is below messages is about to have another place. A page that has just come has none yet.
  private func followLayout() {
    guard latest != nil else { return }
    makeRoom()
    onNextFrame { [weak self] in self?.onNextFrame { self?.makeRoom() } }
  }

  /// Gives messages their place anew: above an entry at the bottom that has the keyboard or is kept free, and below all that they may not cover.
  public func makeRoom() {
    if let text { fit(text) }
    let isApart = latest != nil && !mayCover()
    let place = ([typingPlace] + keptFree.map(freePlace)).compactMap(\.self).min()
    let room = isApart ? 0 : gint(place.map { gtk_widget_get_height(pointer) - gint($0) } ?? 0)
    let toasts = parts(of: pointer, named: "AdwToastWidget")
    for toast in toasts { gtk_widget_set_margin_bottom(toast, room) }
    let height = toasts.map(wantedHeight).max() ?? 0
    gtk_widget_set_margin_bottom(child.pointer, isApart ? height : 0)
    covered(latest != nil && !isApart && room == 0 ? Int(height) : 0)
  }

  /// How high a message is in this width, with the gap around it.
  private func wantedHeight(of toast: UnsafeMutablePointer<GtkWidget>) -> gint {
    var (width, height): (gint, gint) = (0, 0)
    gtk_widget_measure(toast, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
    width = min(width, gtk_widget_get_width(pointer))
    gtk_widget_measure(toast, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
    return height
  }

  /// Where an entry begins, from the top, that has the keyboard and lies where messages do; nil where none does.
  private var typingPlace: Float? {
    guard let root = gtk_widget_get_root(pointer), let focus = gtk_root_get_focus(root), vault_is_typed_in(focus) != 0
    else { return nil }
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(focus, pointer, &bounds) != 0 else { return nil }
    let bottom = bounds.origin.y + bounds.size.height
    let isBelow = bottom > Float(gtk_widget_get_height(pointer)) - Self.height && bounds.origin.y > Self.height
    return isBelow ? bounds.origin.y - Self.gap : nil
  }

  /// Where a line that is kept free begins, from the top; nil where it is not seen, or there is no room above it.
  private func freePlace(of line: Widget) -> Float? {
    var bounds = graphene_rect_t()
    guard gtk_widget_get_mapped(line.pointer) != 0, gtk_widget_compute_bounds(line.pointer, pointer, &bounds) != 0
    else {
      return nil
    }
    return bounds.origin.y > Self.height ? bounds.origin.y - Self.gap : nil
  }

  /// About as much as a message takes at the bottom, in pixels.
  private static let height: Float = 120
  private static let gap: Float = 6

  /// A long message has some lines, in place of an end that nobody can read.
  private func title(_ message: String) -> Label {
    let label = Label(message.inOneLine)
    gtk_label_set_natural_wrap_mode(label.opaque, GTK_NATURAL_WRAP_NONE)
    label.style("heading")
    fit(label)
    return label
  }

  /// libadwaita 1.2 gives a message the height that it would like to have in its own width, also where it gets a smaller one: so it has to ask for the height
  /// that it needs in the width there is.
  private func fit(_ title: Label) {
    let room = Int(gtk_widget_get_width(pointer)) - besideText
    let width = room > 0 ? min(Self.width, max(Self.leastWidth, room / characterWidth)) : Self.width
    title.limit(width: width)
    title.limit(lines: (Self.longestText + width - 1) / width)
    title.minimumSize()
    guard room > 0 else { return }
    // It gets the width that it would like to have where there is so much, and no more.
    var (wanted, height): (gint, gint) = (0, 0)
    gtk_widget_measure(title.pointer, GTK_ORIENTATION_HORIZONTAL, -1, nil, &wanted, nil, nil)
    gtk_widget_measure(title.pointer, GTK_ORIENTATION_VERTICAL, min(gint(room), wanted), nil, &height, nil, nil)
    title.minimumSize(height: Int(height))
  }

  /// What a message has beside its text, in pixels: gaps, a button with a word, and one that closes it.
  private var besideText: Int { 96 + (word.isEmpty ? 0 : 50 + word.count * characterWidth) }

  /// In pixels, of what a message is written in: bold.
  private var characterWidth: Int {
    guard let metrics = pango_context_get_metrics(gtk_widget_get_pango_context(pointer), nil, nil) else { return 9 }
    defer { pango_font_metrics_unref(metrics) }
    return max(1, Int(pango_font_metrics_get_approximate_char_width(metrics)) / Int(PANGO_SCALE) * 9 / 8)
  }

  /// The most and the least characters in a line, and about the most of a message that are shown.
  private static let (width, leastWidth, longestText) = (60, 18, 180)

  /// - Parameter word: on the button beside the message; empty where there is none.
  private func nameButtons(_ word: String) {
    for toast in parts(of: pointer, named: "AdwToastWidget") {
      for button in parts(of: toast, named: "GtkButton") {
        let isClosing =
          gtk_button_get_icon_name(UnsafeMutableRawPointer(button).assumingMemoryBound(to: GtkButton.self)) != nil
        setName(of: button, isClosing ? localized("Dismiss") : word)
      }
    }
  }
}
#endif
