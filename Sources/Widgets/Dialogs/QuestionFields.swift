#if Desktop
internal import CAdwaita
internal import Localization
internal import SecretMemory

/// What a question is answered in.
///
/// What is typed and not seen is in GTK's locked buffers, which are erased as the entries end: they end with this.
final class QuestionFields {
  /// What stands in the dialog; nil where nothing is to be typed or seen.
  let content: Widget?
  private let entries: [Widget]
  private let area: SecretArea?
  private let problem = Label()
  private var leastCount = 0

  /// Called with whether there is an answer, whenever that may have changed.
  var completed: (Bool) -> Void = { _ in }

  /// - Parameters:
  ///   - name: what assistive technology calls the entry.
  ///   - mistake: what was wrong with the answer before; empty for nothing.
  init(_ answer: QuestionDialog.Answer, name: String, draft: String, mistake: String = "") {
    switch answer {
    case .hidden: (entries, area) = ([Self.entry(gtk_password_entry_new(), name, isHidden: true)], nil)
    case .visible:
      (entries, area) = ([Self.entry(gtk_entry_new(), name)], nil)
      gtk_editable_set_text(entries[0].opaque, draft)
    case .hiddenTwice(let count):
      leastCount = count
      entries = [name, localized("\(name), once more")].map { Self.entry(gtk_password_entry_new(), $0, isHidden: true) }
      area = nil
    case .echoed:
      (entries, area) = (
        [Self.entry(gtk_password_entry_new(), name, isHidden: true)], SecretArea(name: localized("What was typed"))
      )
    case .shown: (entries, area) = ([], SecretArea(name: name))
    case .agreement, .none: (entries, area) = ([], nil)
    }
    let isTwice = entries.count > 1
    content = Self.content(
      isTwice ? zip([name, localized("Once more")], entries).flatMap { Self.named($0, $1) } : entries, area,
      entries.isEmpty ? nil : problem)
    problem.style("error")
    problem.wrap()
    // Where something is typed twice it changes meanwhile, and keeps its room.
    if isTwice { problem.text = mistake } else { tell(mistake) }
    area?.style("monospace")
    area?.minimumSize(width: 280)
    if case .shown(let secret) = answer { area?.show(secret) }
    for entry in entries { entry.connect("changed") { [weak self] _ in self?.change() } }
  }

  private static func content(_ entries: [Widget], _ area: SecretArea?, _ problem: Label?) -> Widget? {
    let widgets = ([problem] as [Widget?]).compactMap { $0 } + entries + ([area] as [Widget?]).compactMap { $0 }
    return widgets.isEmpty ? nil : widgets.count == 1 ? widgets[0] : Box(.vertical, spacing: 12, widgets)
  }

  /// An entry below the word that says which it is. Assistive technology has its name.
  private static func named(_ name: String, _ entry: Widget) -> [Widget] {
    let label = Label(name)
    label.style("caption")
    return [label, entry]
  }

  private static func entry(
    _ made: UnsafeMutablePointer<GtkWidget>?, _ name: String, isHidden: Bool = false
  ) -> Widget {
    guard let made else { fatalError("there is no entry") }
    let entry = Widget(made)
    if isHidden { entry.silence() }
    entry.name(name)
    entry.flag("activates-default")
    return entry
  }

  /// Whether it is answered by typing.
  var isTyped: Bool { !entries.isEmpty }

  /// Whether any letter stands in it.
  var holdsLetters: Bool { entries.indices.contains { text($0).map { $0[0] != 0 } ?? false } }

  /// Takes the keyboard to what is to be typed first.
  ///
  /// - Parameter isKept: whether what stands there is to be mended, and not typed over.
  func focus(isKept: Bool = false) {
    guard let first = entries.first else { return }
    first.focus()
    if isKept { gtk_editable_set_position(first.opaque, -1) }
  }

  /// Says what was wrong with the answer; nothing where that is empty.
  func tell(_ mistake: String) {
    problem.text = mistake
    problem.isVisible = !mistake.isEmpty
  }

  /// Whether anything can be typed: what stands there stays.
  var isOpen = true {
    didSet { for entry in entries { entry.isEnabled = isOpen } }
  }

  /// Whether there is an answer: what is typed twice is the same. What is drawn as it is typed is never empty; a system may ask for an empty one.
  var isComplete: Bool {
    if entries.count > 1 { return !isEmpty && isSame && count >= leastCount }
    return entries.isEmpty || area == nil || !isEmpty
  }

  /// What was typed; nil where no memory for it could be had.
  func typed() -> SharedSecret? {
    do {
      guard let text = text(0) else { return SharedSecret(try SecretBytes([])) }
      return SharedSecret(try SecretBytes(copying: UnsafeRawBufferPointer(start: text, count: strlen(text))))
    } catch { return nil }
  }

  /// Shows nothing any more.
  func clear() { area?.clear() }

  private func change() {
    if entries.count > 1 {
      // Nobody is told of a difference before they have typed as much.
      let isLong = text(0).map { strlen($0) } ?? 0 <= text(1).map { strlen($0) } ?? 0
      let isShort = !isEmpty && count < leastCount
      let isOther = isLong && !isSame
      problem.text =
        isShort
        ? localized("At least \(leastCount) characters.") : isOther ? localized("The two are not the same.") : ""
    } else if let area, let secret = typed() {
      area.show(secret)
    }
    completed(isComplete)
  }

  private var isEmpty: Bool { text(0).map { $0[0] == 0 } ?? true }

  /// How many characters the answer has, as who checks it counts: every byte that does not continue one.
  private var count: Int {
    text(0).map { text in UnsafeRawBufferPointer(start: text, count: strlen(text)).count { $0 & 0xC0 != 0x80 } } ?? 0
  }

  private var isSame: Bool {
    guard let first = text(0), let second = text(1) else { return false }
    return strcmp(first, second) == 0
  }

  private func text(_ number: Int) -> UnsafePointer<CChar>? {
    entries.indices.contains(number) ? HiddenLetters.text(of: entries[number]) : nil
  }
}
#endif
