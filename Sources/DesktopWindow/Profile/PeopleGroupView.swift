#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// The people whom the user knows, with what can be done about each; a page at a time.
final class PeopleGroupView {
  private let model: ProfileModel
  private let choices: [(title: String, group: PeopleGroup?)] = [
    (localized("All"), nil), (localized("Contacts"), .contacts), (localized("Followers"), .followers),
    (localized("Followed"), .followed), (localized("Blocked"), .blocked),
  ]
  private lazy var choice = ChoiceRow(localized("Show"), choices: choices.map(\.title)) { [unowned self] in
    model.show(choices[$0].group)
  }
  private lazy var more = Button(localized("Show More")) { [unowned self] in model.showMore() }
  private let rows = FormGroup()
  private lazy var group = FormGroup(localized("People"), [choice])
  private lazy var content = Box(.vertical, spacing: 12, [group, rows, more])
  private var shown: [PersonRow] = []

  var widget: Widget { content }

  private let context: PageContext
  private let care: PersonCare

  init(_ model: ProfileModel, _ context: PageContext, over window: Window) {
    (self.model, self.context) = (model, context)
    care = PersonCare(context: context, window: window)
    more.align(horizontally: .center)
    show()
  }

  func show() {
    group.describe(model.counts?.countWords ?? localized("They are being read."))
    group.isVisible = model.counts != nil || model.trouble == nil
    more.isVisible = model.hasMore
    let people = Array(model.people.prefix(model.shownCount))
    guard people != shown else { return }
    shown = people
    rows.replace(by: people.map(row))
  }

  private func row(_ person: PersonRow) -> Widget {
    // Below each other where text is large and the window narrow.
    let buttons = WrapBox([
      rename(person),
      button(
        person.isFollowed ? localized("Unfollow") : localized("Follow"), person.isFollowed ? .unfollow : .follow,
        person),
      button(
        person.isBlocked ? localized("Unblock") : localized("Block"), person.isBlocked ? .unblock : .block, person),
    ])
    let row = FormRow(person.title, subtitle: person.relation(context.link.names), suffix: buttons)
    row.toolTip = person.user.uuidString.lowercased()
    return row
  }

  private func rename(_ person: PersonRow) -> Widget {
    let button = Button(icon: "document-edit-symbolic", name: localized("Name: \(person.title)"))
    button.pressed = { [care, model] in
      let named = PersonCare.Person(user: person.user, title: person.title, name: person.name)
      care.beginNaming(named) { nickname async throws(Failure) in try await model.name(person.user, nickname) }
    }
    return button
  }

  private func button(_ word: String, _ action: PersonAction, _ person: PersonRow) -> Widget {
    let button = Button(word)
    button.name("\(word): \(person.title)")
    // By the id: nobody else is meant, whatever they are called by now.
    button.pressed = { [model, care] in
      Task {
        if action == .block, await !care.agreesToBlock(person.title) { return }
        _ = await model.act(action, on: person.user.uuidString)
      }
    }
    return button
  }
}
#endif
