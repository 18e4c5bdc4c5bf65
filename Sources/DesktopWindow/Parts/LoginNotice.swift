#if Desktop
internal import Localization
internal import Widgets

/// A line below a page that says why the server lets nobody in with the stored login, and a button that leads to the form; not seen while it does.
final class LoginNotice {
  private let text = Label()
  private let button: Button
  private lazy var line = WrapBox([text, button])

  var widget: Widget { line }

  init(_ context: PageContext) {
    button = Button(localized("Log In"), context.logIn)
    button.style("suggested-action")
    text.wrap()
    text.style("error")
    line.margin(6)
    line.isVisible = false
  }

  /// Shows why; nil for nothing.
  func show(_ reason: String?) {
    text.text = reason ?? ""
    line.isVisible = reason != nil
  }
}
#endif
