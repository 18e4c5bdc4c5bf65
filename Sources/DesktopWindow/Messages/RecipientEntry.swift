#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// A line that leads to anybody, and below it, while somebody types there, those whom the user knows.
final class RecipientEntry {
  private let link: AgentLink
  private let entry = TextEntry(name: localized("Write to"), placeholder: localized("Write to: a name or an id"))
  private let offers = RecipientOffers { localized("Write to \($0)") }
  private let content: Box

  var widget: Widget { content }

  /// Called with a name or an id.
  var chosen: (String) -> Void = { _ in }

  init(_ link: AgentLink) {
    self.link = link
    content = Box(.vertical, spacing: 2, [entry, offers.widget])
    entry.changed = { [weak self] _ in self?.offer() }
    entry.entered = { [weak self] in
      if let self { chosen(entry.text) }
    }
    // By the id: nobody else is meant.
    offers.pressed = { [weak self] in self?.chosen($0.user.uuidString) }
    // While GTK moves the keyboard, nothing may come or go beside it.
    content.onFocusChange { [weak self] _ in Task { self?.offer() } }
  }

  /// Whether something can be typed.
  var isEnabled: Bool {
    get { entry.isEnabled }
    set { entry.isEnabled = newValue }
  }

  /// Forgets what was typed.
  func clear() {
    entry.text = ""
    offer()
  }

  /// Takes the keyboard.
  func focus() { entry.focus() }

  private func offer() {
    offers.show(content.hasFocus ? Recipients(link.contacts, link.names).offered(for: entry.text) : [])
  }
}
#endif
