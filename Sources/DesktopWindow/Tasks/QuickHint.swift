#if Desktop
internal import Widgets

/// What was understood of a task that is typed in one line, and what a person should know of it.
final class QuickHint {
  private let preview = Label()
  private let warning = Label()
  private let content: Box

  var widget: Widget { content }

  init() {
    content = Box(.vertical, spacing: 2, [preview, warning])
    preview.style("caption")
    preview.style("dim-label")
    preview.limit(lines: 1)
    warning.style("caption")
    warning.style("warning")
    warning.wrap()
    warning.isVisible = false
  }

  /// Whether there is nothing to say.
  var isEmpty: Bool { preview.text.isEmpty && warning.text.isEmpty }

  /// - Parameters:
  ///   - understood: in one line; empty for nothing.
  ///   - warning: a sentence a line; empty for nothing.
  func show(_ understood: String, warning text: String) {
    preview.text = understood
    warning.text = text
    warning.isVisible = !text.isEmpty
  }
}
#endif
