#if Desktop
internal import CAdwaita
internal import SecretMemory
internal import SecretText

/// What is typed into in a ``SecretEditor``.
final class SecretEditorSurface: DrawnWidget {
  private(set) var draft: SecretDraft
  private lazy var painter = SecretPainter(for: self, isEdited: true)
  private var width = 0.0

  /// Whether a person has changed what was filled in.
  private(set) var isChanged = false

  /// While something is seen of it.
  private var watch: DrawingWatch?

  var isConcealed = false {
    didSet {
      followText()
      redraw()
      if isConcealed { TypedKeys.overwrite() }
    }
  }
  var overflowed: () -> Void = {}
  /// Called with where the caret is, and how high it is, in pixels from the top.
  var caretMoved: (_ top: Double, _ height: Double) -> Void = { _, _ in }

  init(name: String, _ draft: consuming SecretDraft) {
    self.draft = draft
    super.init(name: name, role: GTK_ACCESSIBLE_ROLE_TEXT_BOX)
    gtk_widget_set_focusable(pointer, 1)
    gtk_widget_set_cursor_from_name(pointer, "text")
    connectInput()
  }

  // MARK: What keys do

  func insert(_ text: UnsafeRawBufferPointer) {
    guard !text.isEmpty, !isConcealed else { return }
    guard draft.insert(text) else { return overflowed() }
    isChanged = true
    edited()
  }

  func delete(_ step: SecretDraft.Step) {
    guard !isConcealed else { return }
    draft.delete(step)
    isChanged = true
    edited()
  }

  /// Moves the caret.
  ///
  /// - Parameter isSelecting: whether what it passes over is selected, here and below.
  func move(_ step: SecretDraft.Step, isSelecting: Bool) {
    draft.move(step, isSelecting: isSelecting)
    moved()
  }

  func selectAll() {
    draft.selectAll()
    moved()
  }

  func selectWord() {
    draft.selectWord()
    moved()
  }

  /// Moves the caret to another line, by so many.
  func move(lines: Int, isSelecting: Bool) {
    let caret = caret()
    move(to: SecretLayout.Caret(line: caret.line + lines, x: caret.x), isSelecting: isSelecting)
  }

  /// Moves the caret to an end of its line.
  func moveToEdge(isEnd: Bool, isSelecting: Bool) {
    let layout = draft.withText { painter.layout($0, width: width) }
    let line = caret().line
    let start = layout.starts[line]
    let place = isEnd ? layout.lines[line].map(\.bytes.upperBound).max() ?? start : start
    move(.place(place), isSelecting: isSelecting)
  }

  /// Moves the caret to the first or the last place of all.
  func moveToLimit(isEnd: Bool, isSelecting: Bool) { move(.place(isEnd ? draft.count : 0), isSelecting: isSelecting) }

  /// Moves the caret to where somebody points.
  func point(x: Double, y: Double, isSelecting: Bool) {
    focus()
    move(to: SecretLayout.Caret(line: Int((y / painter.lineHeight).rounded(.down)), x: x), isSelecting: isSelecting)
  }

  func fill(_ secret: SharedSecret) {
    draft.deleteAll()
    let isTaken = secret.bytes.withUnsafeBytes { draft.insert($0) }
    if !isTaken { overflowed() }
    isChanged = false
    draft.move(.place(0))
    edited()
  }

  func clear() {
    draft.deleteAll()
    edited()
    TypedKeys.overwrite()
  }

  isolated deinit { TypedKeys.overwrite() }

  private func move(to caret: SecretLayout.Caret, isSelecting: Bool) {
    let place = draft.withText { painter.layout($0, width: width) }.place(at: caret)
    move(.place(place), isSelecting: isSelecting)
  }

  private func followText() {
    let isSeen = !isConcealed && draft.withText { !$0.isEmpty }
    watch = isSeen ? watch ?? DrawingWatch() : nil
  }

  private func edited() {
    followText()
    painter.invalidate()
    moved()
  }

  private func moved() {
    redraw()
    guard width > 0 else { return }
    let top = Double(caret().line) * painter.lineHeight
    caretMoved(top, painter.lineHeight)
  }

  // MARK: What is seen

  private func caret() -> SecretLayout.Caret {
    let place = draft.caret
    return draft.withText { text in
      painter.layout(text, width: width).caret(at: place, width: width) { painter.width(of: text, $0) }
    }
  }

  /// Only where letters are drawn, and none of them.
  private func drawSelection(onto context: OpaquePointer) {
    let part = draft.selection
    guard !part.isEmpty else { return }
    let spans = draft.withText { text in
      painter.layout(text, width: width).spans(of: part, width: width) { painter.width(of: text, $0) }
    }
    var colour = GdkRGBA()
    let style = gtk_widget_get_style_context(pointer)
    if gtk_style_context_lookup_color(style, "accent_bg_color", &colour) == 0 {
      gtk_style_context_get_color(style, &colour)
    }
    colour.alpha = 0.35
    gdk_cairo_set_source_rgba(context, &colour)
    for span in spans {
      cairo_rectangle(context, span.x, Double(span.line) * painter.lineHeight, span.width, painter.lineHeight)
    }
    cairo_fill(context)
  }

  override func draw(_ context: OpaquePointer, width: Double) {
    self.width = width
    guard !isConcealed else { return }
    drawSelection(onto: context)
    let lineCount = draft.withText { text in
      painter.draw(text, onto: context, width: width)
      return painter.layout(text, width: width).lines.count
    }
    height(Double(lineCount) * painter.lineHeight)
    guard hasFocus else { return }
    let caret = caret()
    cairo_rectangle(
      context, min(caret.x, width - 1), Double(caret.line) * painter.lineHeight, 1, painter.lineHeight)
    // In the colour that the text has been drawn in.
    var colour = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(pointer), &colour)
    gdk_cairo_set_source_rgba(context, &colour)
    cairo_fill(context)
  }
}
#endif
