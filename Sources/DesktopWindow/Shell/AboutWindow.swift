#if Desktop
internal import AgentAPI
internal import Localization
internal import Widgets

/// What this program is.
enum AboutWindow {
  /// Shows it above the window.
  static func open(over window: Window) {
    let status = StatusPage(
      icon: "changes-prevent-symbolic", title: "Vault", description: localized("Tasks, some of them sealed."))
    let group = FormGroup(
      "",
      [
        FormRow(localized("Version"), subtitle: AgentProtocol.build),
        FormRow(localized("Made by"), subtitle: localized("The authors of Task Vault")),
        FormRow(
          localized("Licence"), subtitle: localized("Apache License 2.0. It comes without a warranty of any kind."),
          suffix: LinkButton(localized("Read It"), address: "https://www.apache.org/licenses/LICENSE-2.0")),
        FormRow(
          localized("Help"),
          subtitle: localized("In the menu, Shortcuts tells of the keys, and Doctor of what is wrong.")),
      ])
    group.margin(18)
    SubWindow(over: window, title: localized("About"), width: 400, ScrolledView(Box(.vertical, [status, group])))
      .present()
  }
}
#endif
