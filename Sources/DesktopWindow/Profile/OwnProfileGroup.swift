#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// Who the user is: name, email, the id that others follow, and whether they are found by email.
final class OwnProfileGroup {
  private let model: ProfileModel
  private let name = FormRow(localized("Name"))
  private let email = FormRow(localized("Email"))
  private lazy var id = ButtonRow(localized("Id"), word: localized("Copy")) { [unowned self] in
    if let user = model.profile?.user { Clipboard.copy(user.uuidString.lowercased()) }
  }
  private let followers = FormRow(localized("Followers"))
  private lazy var findable = SwitchRow(
    localized("Found by email"),
    subtitle: localized("Whoever is logged in at your server and knows your whole email can follow you by it.")
  ) { [unowned self] isOn in
    Task { [model] in await model.setFindable(isOn) }
  }
  private lazy var group = FormGroup(localized("You"), [name, email, id, followers, findable])

  var widget: Widget { group }

  init(_ model: ProfileModel) {
    self.model = model
    show()
  }

  func show() {
    let profile = model.profile
    name.subtitle = profile?.name ?? ""
    name.isVisible = profile?.name != nil
    email.subtitle = model.email ?? ""
    email.isVisible = model.email != nil
    // Nothing is seen before it is known: GTK 4.8 never lets go of a row that is hidden while it has the keyboard.
    id.isVisible = profile != nil
    group.isVisible = id.isVisible || email.isVisible
    id.subtitle = profile?.user.uuidString.lowercased() ?? ""
    followers.subtitle = profile?.followerCount.map { "\($0)" } ?? ""
    followers.isVisible = profile?.followerCount != nil
    findable.isOn = profile?.isFindable ?? false
    findable.isVisible = profile?.isFindable != nil
  }
}
#endif
