#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// A line for a name or an id, and below it those whom the user knows: a press on one of them fills it in.
final class ProposalRecipient {
  let entry = EntryRow(localized("Name or ID"))
  private let found = RecipientOffers { localized("Propose to \($0)") }
  private let link: AgentLink
  private var chosen: Recipients.Recipient?

  var offers: Widget { found.widget }

  init(_ link: AgentLink) {
    self.link = link
    found.pressed = { [weak self] in self?.choose($0) }
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
    found.show(Recipients(link.contacts, link.names).offered(for: chosen == nil ? entry.text : ""))
  }

  private func choose(_ recipient: Recipients.Recipient) {
    chosen = recipient
    entry.text = recipient.title
    entry.focus()
  }
}
#endif
