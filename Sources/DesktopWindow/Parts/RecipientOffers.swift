#if Desktop
internal import DesktopModel
internal import Widgets

/// Those whom the user knows, a button each, below a line where a person is named; not seen where there is nobody.
final class RecipientOffers {
  private let content = Box(.vertical, spacing: 2)
  private let name: (String) -> String
  private var shown: [Recipients.Recipient] = []
  private var buttons: [Widget] = []

  var widget: Widget { content }

  /// Called when one of them is pressed.
  var pressed: (Recipients.Recipient) -> Void = { _ in }

  /// - Parameter name: what assistive technology calls the button of somebody, by what they are called.
  init(name: @escaping (_ title: String) -> String) {
    self.name = name
    content.style("offers")
    content.isVisible = false
  }

  /// Offers these, and nobody else.
  func show(_ recipients: [Recipients.Recipient]) {
    guard recipients != shown else { return }
    shown = recipients
    for button in buttons { content.remove(button) }
    buttons = recipients.map(button)
    for button in buttons { content.append(button) }
    content.isVisible = !recipients.isEmpty
  }

  private func button(_ recipient: Recipients.Recipient) -> Widget {
    let button = Button(recipient.title)
    button.name(name(recipient.title))
    button.style("flat")
    button.pressed = { [weak self] in self?.pressed(recipient) }
    return button
  }
}
#endif
