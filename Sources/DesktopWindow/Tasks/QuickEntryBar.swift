#if Desktop
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// The line in which a task is typed, and below it what was understood.
final class QuickEntryBar {
  private let entry = TextEntry(
    name: localized("New task"), placeholder: localized("New task: milk fri 18:00 +home"))
  private let preview = Label()
  private let warning = Label()
  private let now: @Sendable () -> Date
  private let zone: LocalZone
  private let add: (QuickEntry) async -> Bool
  let widget: Box

  /// - Parameter add: adds a task; says whether it was added.
  init(zone: LocalZone, now: @escaping @Sendable () -> Date, _ add: @escaping (QuickEntry) async -> Bool) {
    (self.zone, self.now, self.add) = (zone, now, add)
    widget = Box(.vertical, spacing: 2, [entry, preview, warning])
    widget.style(DropBanner.typedIn)
    preview.style("caption")
    preview.style("dim-label")
    preview.limit(lines: 1)
    preview.isVisible = false
    warning.style("caption")
    warning.style("warning")
    warning.wrap()
    warning.isVisible = false
    entry.changed = { [weak self] in self?.show($0) }
    entry.entered = { [weak self] in self?.enter() }
  }

  /// Whether something stands in it.
  var isFilled: Bool { !entry.text.isBlank }

  /// Takes the keyboard.
  func focus() { entry.focus() }

  private func show(_ line: String) {
    let task = QuickEntry(line, now: now(), zone: zone)
    preview.text = task?.summary(now: now(), zone: zone) ?? ""
    preview.isVisible = !preview.text.isEmpty
    warning.text = task?.warning ?? ""
    warning.isVisible = !warning.text.isEmpty
  }

  private func enter() {
    let line = entry.text
    guard let task = QuickEntry(line, now: now(), zone: zone) else { return }
    entry.isEnabled = false
    Task { [weak self, add] in
      let isAdded = await add(task)
      guard let self else { return }
      entry.isEnabled = true
      if isAdded { entry.text = "" }
      entry.focus()
    }
  }
}
#endif
