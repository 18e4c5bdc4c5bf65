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
  private let offers = Box(.vertical, spacing: 2)
  private let content: Box
  private var shown: [Recipients.Recipient] = []
  private var buttons: [Widget] = []

  var widget: Widget { content }

  /// Called with a name or an id.
  var chosen: (String) -> Void = { _ in }

  init(_ link: AgentLink) {
    self.link = link
    content = Box(.vertical, spacing: 2, [entry, offers])
    offers.style("offers")
    offers.isVisible = false
    entry.changed = { [weak self] _ in self?.offer() }
    entry.entered = { [weak self] in
      if let self { chosen(entry.text) }
    }
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
    let found = content.hasFocus ? Recipients(link.contacts, link.names).offered(for: entry.text) : []
    guard found != shown else { return }
    shown = found
    for button in buttons { offers.remove(button) }
    buttons = found.map(button)
    for button in buttons { offers.append(button) }
    offers.isVisible = !found.isEmpty
  }

  private func button(_ recipient: Recipients.Recipient) -> Widget {
    let button = Button(recipient.title)
    button.name(localized("Write to \(recipient.title)"))
    button.style("flat")
    // By the id: nobody else is meant.
    button.pressed = { [weak self] in self?.chosen(recipient.user.uuidString) }
    return button
  }
}
#endif
