#if Desktop
internal import CAdwaita

/// A text that is read.
public final class Label: Widget {
  private var wraps = false
  /// Whether it is one paragraph. One with a number of lines has to be: GTK counts them anew at each line break of the text.
  private var isLimited = false

  /// Makes one.
  public init(_ text: String = "") {
    super.init(gtk_label_new(text.drawn))
    gtk_label_set_xalign(opaque, 0)
    clip()
  }

  /// The text, as it is: no markup, no mnemonics. Only what turns its direction is left out, so that it is read alike wherever it stands.
  public var text: String {
    get { String(cString: gtk_label_get_text(opaque)) }
    set {
      let joined = isLimited ? newValue.split(whereSeparator: \.isNewline).joined(separator: " ") : newValue
      let shown = joined.drawn
      if wraps { chooseWrapping(for: shown) }
      gtk_label_set_text(opaque, shown)
    }
  }

  /// Shows a text of which some parts are links: a click opens exactly what is read there, with what the desktop has for it.
  ///
  /// - Parameter parts: in their order; none is taken for markup.
  public func show(_ parts: [(text: String, isLink: Bool)]) {
    let text = parts.map(\.text).joined()
    if wraps { chooseWrapping(for: text) }
    let pieces = parts.map { part in
      let escaped = Markup.escaped(part.text.drawn)
      guard part.isLink else { return escaped }
      let link = "<a href=\"\(escaped)\">\(escaped)</a>"
      // Among words that are read from right to left its slashes would stand elsewhere.
      return text.isReadFromRight ? "\u{2066}\(link)\u{2069}" : link
    }
    gtk_label_set_markup(opaque, pieces.joined())
  }

  /// At most so many characters in a line, however much room there is.
  public func limit(width characterCount: Int) { gtk_label_set_max_width_chars(opaque, gint(characterCount)) }

  /// Has its lines in the middle of the room they have.
  public func centre() {
    gtk_label_set_xalign(opaque, 0.5)
    gtk_label_set_justify(opaque, GTK_JUSTIFY_CENTER)
  }

  /// At most so many lines, with an ellipsis where text is left out. Line breaks of the text become blanks: whoever wrote it could make more.
  public func limit(lines: Int) {
    isLimited = true
    gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_lines(opaque, gint(lines))
    if lines > 1 { wrap() }
  }

  /// Line breaks of the text become blanks: it is one paragraph, however it was written.
  public func joinLines() { isLimited = true }

  /// As many lines as it takes, broken inside words where nothing else helps.
  ///
  /// - Parameter characterCount: so many fit into a line at least. Many labels of unknown texts have to say that: GTK tries how narrow each can be.
  public func wrap(atLeast characterCount: Int? = nil) {
    wraps = true
    gtk_label_set_wrap(opaque, 1)
    omitHyphens()
    if let characterCount { gtk_label_set_width_chars(opaque, gint(characterCount)) }
    chooseWrapping(for: text)
  }

  /// Where a word is broken stands nothing that is not in the text.
  private func omitHyphens() {
    let attributes = pango_attr_list_new()
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    gtk_label_set_attributes(opaque, attributes)
    pango_attr_list_unref(attributes)
  }

  /// From so many bytes on, a word is too long for Pango to break it as one: the time that takes grows with the square of its length.
  private static let longWordByteCount = 200

  private func chooseWrapping(for text: String) {
    let hasLongWord =
      text.utf8.count >= Self.longWordByteCount && Self.longestWordByteCount(text) >= Self.longWordByteCount
    gtk_label_set_wrap_mode(opaque, hasLongWord ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR)
  }

  private static func longestWordByteCount(_ text: String) -> Int {
    var (longest, count) = (0, 0)
    for byte in text.utf8 {
      count = byte <= 0x20 ? 0 : count + 1
      longest = max(longest, count)
    }
    return longest
  }

  /// A label that gets the keyboard shows a caret, and not all of its text as selected: a page that is led to would begin so.
  private static func keepUnselected() {
    guard let settings = gtk_settings_get_default() else { return }
    var value = GValue()
    g_value_init(&value, vault_type_boolean())
    g_object_set_property(
      UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self), "gtk-label-select-on-focus", &value)
    g_value_unset(&value)
  }

  /// Lets a person select and copy it.
  ///
  /// - Parameter byKeyboard: whether the keyboard stops there, too, with a caret as in an entry.
  public func makeSelectable(byKeyboard: Bool = true) {
    gtk_label_set_selectable(opaque, 1)
    Self.keepUnselected()
    // Not only unfocusable: asked by Tab it would still say that it has taken the keyboard, and nothing would get past it.
    if !byKeyboard { gtk_widget_set_can_focus(pointer, 0) }
  }
}

extension String {
  /// Whether some of it is read from right to left.
  fileprivate var isReadFromRight: Bool {
    let ranges: [ClosedRange<UInt32>] = [
      0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
    ]
    return unicodeScalars.contains { scalar in ranges.contains { $0.contains(scalar.value) } }
  }
}
#endif
