#if Desktop
internal import DesktopModel
internal import Localization
internal import Widgets

/// The settings of the vault, which the agent keeps.
final class PreferencesWindow {
  private let model: PreferencesModel
  private let owner: OwnerModel
  private let care: CareModel
  private let careGroup: CareGroup
  private let ownerGroup: OwnerGroup
  private let page = Box(.vertical, spacing: 24)
  private let trouble = Label()
  private var groups: [SettingControl.Group: FormGroup] = [:]
  private var rows: [String: SettingRowView] = [:]

  /// Shows them above the window.
  static func open(_ context: PageContext, over window: Window) {
    let preferences = PreferencesWindow(context, over: window)
    let opened = SubWindow(over: window, title: localized("Preferences"), height: 700, ScrolledView(preferences.page))
    // It lives as long as its window.
    opened.closed = { withExtendedLifetime(preferences) {} }
    opened.present()
    preferences.model.refresh()
    preferences.owner.refresh()
    preferences.care.refresh()
  }

  private init(_ context: PageContext, over window: Window) {
    (model, owner, care) = (PreferencesModel(context.link), OwnerModel(context.link), CareModel(context.link))
    careGroup = CareGroup(care, context, over: window)
    ownerGroup = OwnerGroup(owner)
    // A vault that was restored has a PIN now.
    careGroup.restored = { [owner] in owner.refresh() }
    page.margin(18)
    trouble.wrap()
    trouble.style("error")
    trouble.isVisible = false
    page.append(trouble)
    page.append(ownerGroup.widget)
    for group in SettingControl.Group.allCases {
      let made = FormGroup(group.title, description: group.explanation)
      made.isVisible = false
      groups[group] = made
      page.append(made)
    }
    page.append(careGroup.widget)
    model.changed = { [weak self] in self?.show() }
  }

  private func show() {
    trouble.text =
      model.waiting == nil ? model.trouble?.line ?? "" : ""
    trouble.isVisible = !trouble.text.isEmpty
    if model.items.contains(where: { !(rows[$0.control.key]?.fits($0) ?? false) }) { makeRows() }
    for item in model.items {
      let key = item.control.key
      rows[key]?.show(item, problem: model.problems[key], isBusy: model.waiting != nil)
    }
  }

  private func makeRows() {
    for (group, form) in groups {
      let items = model.items.filter { $0.control.group == group }
      let made = items.map { item in
        SettingRowView(item) { [weak self] in self?.model.set(item.control.key, $0) }
      }
      for (item, row) in zip(items, made) { rows[item.control.key] = row }
      form.replace(by: made.flatMap(\.widgets))
      form.isVisible = !items.isEmpty
    }
  }
}
#endif
