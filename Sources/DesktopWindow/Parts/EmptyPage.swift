#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Localization
internal import VaultClient
internal import Widgets

/// What stands in the place of a list without rows: why there are none, and where a login helps, a button that leads to it.
final class EmptyPage {
  private let page: StatusPage
  private let logIn: Button

  var widget: Widget { page }

  init(icon: String, _ context: PageContext) {
    page = StatusPage(icon: icon)
    logIn = Button(localized("Log In"), context.logIn)
    for style in ["pill", "suggested-action"] { logIn.style(style) }
    logIn.align(horizontally: .center)
    logIn.isVisible = false
    page.content(logIn)
  }

  /// Says why there is nothing.
  func show(title: String, description: String) {
    logIn.isVisible = false
    page.show(title: title, description: description)
  }

  /// Says what prevents that anything is seen.
  func show(_ failure: Failure) {
    logIn.isVisible = failure.needsLogin
    if failure.needsLogin {
      return page.show(title: localized("You are not logged in"), description: localized("Log in to see what is here."))
    }
    page.show(title: failure.message, description: failure.advice.joined(separator: "\n"))
  }
}
#endif
