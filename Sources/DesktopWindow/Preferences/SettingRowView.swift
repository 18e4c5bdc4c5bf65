#if Desktop
internal import DesktopModel
internal import Localization
internal import Widgets

/// The rows of one setting: what sets it, and below, where it could not be set, why.
final class SettingRowView {
  private enum Setter {
    case choice(ChoiceRow, [String])
    case text(EntryRow)
    case hours(SwitchRow, EntryRow)
    case fixed(FormRow)
  }

  private let setter: Setter
  private let note = FormRow("")
  private let control: SettingControl
  private let isChangeable: Bool

  /// In the order in which they stand in the group.
  let widgets: [Widget]

  /// - Parameter set: sets the key; nil takes it out.
  init(_ item: PreferencesModel.Item, _ set: @escaping (String?) -> Void) {
    (control, isChangeable) = (item.control, item.isChangeable)
    switch control.kind {
    case .choice:
      let choices = control.choices(with: item.value)
      let row = ChoiceRow(control.title, choices: choices.map(\.words)) { set(choices[$0].value) }
      setter = .choice(row, choices.map(\.value))
      widgets = [row, note]
    case .text where isChangeable:
      let row = EntryRow(control.title)
      row.onApply(set)
      setter = .text(row)
      widgets = [row, note]
    case .hours:
      let entry = EntryRow(localized("Hours, for instance \(Self.usualHours)"))
      entry.onApply(set)
      let toggle = SwitchRow(control.title) { set($0 ? Self.usualHours : nil) }
      setter = .hours(toggle, entry)
      widgets = [toggle, entry, note]
    case .fixed, .text:
      let row = FormRow(control.title)
      setter = .fixed(row)
      widgets = [row, note]
    }
    note.style("error")
    note.isVisible = false
  }

  /// The hours that a switch sets.
  private static let usualHours = "22:00-07:00"

  /// Whether the rows can show this value.
  func fits(_ item: PreferencesModel.Item) -> Bool {
    guard case .choice(_, let values) = setter else { return item.isChangeable == isChangeable }
    return values.contains(item.value)
  }

  /// Shows how it stands.
  ///
  /// - Parameters:
  ///   - problem: why it could not be set.
  ///   - isBusy: whether something is being set.
  func show(_ item: PreferencesModel.Item, problem: String?, isBusy: Bool) {
    let isEnabled = item.isChangeable && !isBusy
    // What is to be known of a setting stands in its own row.
    let subtitle = [control.explanation, item.remark].filter { !$0.isEmpty }.joined(separator: "\n")
    switch setter {
    case .choice(let row, let values):
      row.selected = values.firstIndex(of: item.value) ?? row.selected
      row.subtitle = subtitle
      row.isEnabled = isEnabled
    case .text(let row):
      // What the agent has refused stays to be mended.
      if problem == nil, !isBusy { row.text = item.value }
      row.isEnabled = isEnabled
    case .hours(let toggle, let entry):
      let isOn = !item.value.isEmpty && item.value != "off"
      toggle.isOn = isOn
      toggle.subtitle = subtitle
      if problem == nil, !isBusy { entry.text = isOn ? item.value : "" }
      entry.isVisible = isOn
      (toggle.isEnabled, entry.isEnabled) = (isEnabled, isEnabled)
    case .fixed(let row):
      row.subtitle = [control.words(for: item.value), subtitle].filter { !$0.isEmpty }.joined(separator: "\n")
    }
    note.title = problem ?? ""
    note.isVisible = problem != nil
  }
}
#endif
