#if Desktop
internal import Localization
internal import Widgets

/// What can be done to all tasks that are selected.
final class SelectionActions {
  private let done: Button
  private let delete: Button
  private lazy var content = Box(.horizontal, spacing: 12, [done, delete])

  var widget: Widget { content }

  /// The same for a menu.
  var items: [PopupMenu.Item] { [done, delete].map { ($0.title, $0.pressed) } }

  init(done: @escaping () -> Void, delete: @escaping () -> Void) {
    self.done = Button(localized("Done"), done)
    self.delete = Button(localized("Delete"), delete)
    self.done.style("suggested-action")
    self.delete.style("destructive-action")
    content.align(horizontally: .center)
  }
}
#endif
