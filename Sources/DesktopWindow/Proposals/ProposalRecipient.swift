#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// A line for a name or an id, and below it those whom the user knows: a press on one of them fills it in.
final class ProposalRecipient {
  let entry = EntryRow(localized("Name or ID"))
  let offers = Box(.vertical, spacing: 2)
  private let link: AgentLink
  private var chosen: Recipients.Recipient?
  private var buttons: [Widget] = []

  init(_ link: AgentLink) {
    self.link = link
    offers.style("offers")
    entry.changed = { [weak self] _ in self?.show() }
    show()
    // They may have been changed elsewhere since.
    link.onPeopleChange { [weak self] in
      self?.show()
      return self != nil
    }
    link.learnNames()
  }

  /// Who is meant, as the agent takes it: somebody who was pressed by the id, so that it is nobody else.
  var named: String { chosen.map { $0.user.uuidString } ?? entry.text }

  private func show() {
    if chosen?.title != entry.text { chosen = nil }
    for button in buttons { offers.remove(button) }
    buttons = Recipients(link.contacts, link.names).offered(for: chosen == nil ? entry.text : "").map(button)
    for button in buttons { offers.append(button) }
    offers.isVisible = !buttons.isEmpty
  }

  private func button(_ recipient: Recipients.Recipient) -> Widget {
    let button = Button(recipient.title)
    button.name(localized("Propose to \(recipient.title)"))
    button.style("flat")
    button.pressed = { [weak self] in
      self?.chosen = recipient
      self?.entry.text = recipient.title
      self?.entry.focus()
    }
    return button
  }
}
#endif
