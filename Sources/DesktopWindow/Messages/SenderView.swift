#if Desktop
internal import Localization
internal import Widgets

/// A page whose only label is the name of whoever sent a message, in the middle both ways.
final class SenderView {
  private let label = Label()
  private let page: Box

  var widget: Widget { page }

  init() {
    page = Box(.vertical, [label])
    page.expand(horizontally: true, vertically: true)
    page.minimumSize(width: 320)
    label.style("title-1")
    label.wrap()
    label.centre()
    label.margin(24)
    label.expand(horizontally: true, vertically: true)
    label.align(horizontally: .center, vertically: .center)
  }

  /// What is longer is no name, and would cover the window.
  private static let characterCount = 200

  /// - Parameters:
  ///   - name: what the message says of its sender.
  ///   - sender: who sent it, as the server says; that stands in the tool tip alone.
  func show(_ name: String, sentBy sender: String) {
    label.toolTip = sender.isEmpty ? "" : localized("Sent by \(sender)")
    let isLong = name.count > Self.characterCount
    label.text = isLong ? "\(name.prefix(Self.characterCount))…" : name
  }
}
#endif
