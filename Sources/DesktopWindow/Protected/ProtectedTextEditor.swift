#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Localization
internal import SecretMemory
internal import VaultClient
internal import Widgets

/// A protected text while it is typed: kept in locked memory until it is sealed or given up, and on the screen only while its window has the
/// keyboard. After a lock the owner has to prove who they are before it is seen again.
final class ProtectedTextEditor: SecretDraftHolder {
  private let editor: SecretEditor
  private let link: AgentLink
  private let note = Label()
  private lazy var show = Button(localized("Show Again…")) { [weak self] in self?.unlock() }
  private lazy var content = Box(.vertical, spacing: 6, [Label(localized("Text")), editor, note, show])
  private var isLocked = false
  /// Until its window says so, it has not got the keyboard.
  private var isFront = false

  /// The most bytes of a text.
  private static let capacity = AgentProtocol.maximumSecretByteCount

  var widget: Widget { content }

  /// Whether a person has typed something that would be lost.
  var hasChanges: Bool { editor.isChanged }

  /// What is asked before it is.
  static let question = DiscardDialog(
    heading: localized("Erase the text?"), text: localized("It was not saved."))

  /// - Throws: where there is no memory that nobody else may read.
  init(_ context: PageContext, filledWith text: SharedSecret? = nil) throws(Failure) {
    guard let editor = SecretEditor(name: localized("Text"), capacity: Self.capacity, height: 140) else {
      throw Failure(.unavailable, verbatim: localized("There is no memory for a text that nobody else may read."))
    }
    (self.editor, link) = (editor, context.link)
    note.wrap()
    note.style("caption")
    note.isVisible = false
    show.isVisible = false
    show.align(horizontally: .start)
    if let text { editor.fill(text) }
    editor.overflowed = { [weak self] in self?.tell(localized("A text has at most \(Self.capacity / 1024) KiB.")) }
    context.drafts.add(self)
    conceal()
  }

  /// Takes the keyboard.
  func focus() { editor.focus() }

  /// A copy of the text.
  func text() throws(Failure) -> SharedSecret {
    guard !editor.isEmpty else { throw Failure(.usage, verbatim: localized("There is no text yet.")) }
    guard let text = editor.text() else {
      throw Failure(.unavailable, verbatim: localized("There is no memory for a text that nobody else may read."))
    }
    guard !text.isBlank else { throw Failure(.usage, verbatim: localized("There is no text yet.")) }
    return text
  }

  /// Erases the text: it has been sealed, or given up.
  func end() { editor.clear() }

  /// Follows its window: the text is seen only while that has the keyboard.
  func follow(isFront: Bool) {
    self.isFront = isFront
    conceal()
  }

  /// The vault is locked.
  func lock() {
    isLocked = true
    tell(localized("Hidden: the vault was locked. It can be saved as it is."))
    show.isVisible = true
    conceal()
  }

  private func conceal() { editor.isConcealed = isLocked || !isFront }

  private func unlock() {
    Task { [weak self, link] in
      do throws(Failure) {
        try await link.unlock()
        self?.unlocked()
      } catch { if !error.isDeclined { self?.tell(error.line) } }
    }
  }

  private func unlocked() {
    isLocked = false
    tell("")
    show.isVisible = false
    conceal()
    editor.focus()
  }

  private func tell(_ text: String) {
    note.text = text
    note.isVisible = !text.isEmpty
  }
}
#endif
