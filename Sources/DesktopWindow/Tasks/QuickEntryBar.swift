#if Desktop
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// The line in which a task is typed, and below it, while it has the keyboard, what was understood.
final class QuickEntryBar {
  private let entry = TextEntry(
    name: localized("New task"), placeholder: localized("New task: milk fri 18:00 +home"))
  private let hint = QuickHint()
  private let now: @Sendable () -> Date
  private let zone: LocalZone
  private let add: (QuickEntry) async -> Bool

  var widget: Widget { entry }

  /// - Parameter add: adds a task; says whether it was added.
  init(zone: LocalZone, now: @escaping @Sendable () -> Date, _ add: @escaping (QuickEntry) async -> Bool) {
    (self.zone, self.now, self.add) = (zone, now, add)
    hint.widget.style("entry-hint")
    hint.widget.isVisible = false
    entry.changed = { [weak self] in self?.show($0) }
    entry.entered = { [weak self] in self?.enter() }
    entry.onFocusChange { [weak self] _ in self?.showHint() }
  }

  /// Whether something stands in it.
  var isFilled: Bool { !entry.text.isBlank }
  /// Whether it has the keyboard, and nothing stands in it.
  var isAtEmpty: Bool { entry.hasFocus && entry.text.isEmpty }

  /// What is understood stands above what lies below the line: that does not move when it comes and goes.
  ///
  /// - Parameter content: has the line.
  func hinting(over content: Widget) -> Widget { HintOverlay(content, saying: hint.widget, below: entry) }

  /// Takes the keyboard.
  func focus() { entry.focus() }

  private func show(_ line: String) {
    let task = QuickEntry(line, now: now(), zone: zone)
    hint.show(task?.summary(now: now(), zone: zone) ?? "", warning: task?.warning ?? "")
    showHint()
  }

  /// Whoever turns to what lies below it sees that.
  private func showHint() {
    hint.widget.isVisible = entry.hasFocus && !hint.isEmpty
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
