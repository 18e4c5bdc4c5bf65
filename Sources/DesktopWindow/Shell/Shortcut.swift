#if Desktop
internal import Localization
internal import Widgets

/// Keys that do something anywhere in the window: one table connects them and tells of them.
struct Shortcut {
  /// Where it is told of.
  enum Group: CaseIterable {
    /// What is done to tasks.
    case tasks
    /// What leads somewhere.
    case places
    /// What is about the window and the vault.
    case general

    /// Its heading.
    var title: String {
      switch self {
      case .tasks: localized("Tasks")
      case .places: localized("Places")
      case .general: localized("General")
      }
    }
  }

  /// As GTK writes it, for instance `<Control>f`.
  let keys: String
  /// What it does.
  let title: String
  /// Where it is told of.
  let group: Group
  /// Does it.
  let body: () -> Void

  /// Whether it does so wherever the keyboard is: a text that can be selected takes some of these keys, too. Ctrl+Z belongs to what is typed.
  var comesFirst: Bool { keys.hasPrefix("<Control>") && !keys.hasSuffix("z") }

  init(_ keys: String, _ title: String, _ group: Group, _ body: @escaping () -> Void) {
    (self.keys, self.title, self.group, self.body) = (keys, title, group, body)
  }
}
#endif
