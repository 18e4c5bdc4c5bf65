#if Desktop
internal import DesktopModel
internal import Localization
internal import Widgets

/// What stands in the place of the inbox while nobody is logged in: a form, or what else leads to a login.
final class AccountView {
  private let model: AccountModel
  private let status = StatusPage(icon: "avatar-default-symbolic")
  private let again = Button(localized("Log In"))
  private let other = Button(localized("Use Another Account"))
  private lazy var buttons = Box(.vertical, spacing: 12, [again, other])
  private let title = Label(localized("Log in"))
  private let form: LoginFormView
  private let later = Button(localized("Show What Is Here"))
  private lazy var page = Box(.vertical, spacing: 18, [title, form.widget, later])
  private lazy var scrolled = ScrolledView(WidthBox(page, width: Self.width))
  private lazy var pages = PageStack([status, scrolled])

  /// The most that the form takes of a window's width, in pixels.
  private static let width = 480

  /// Whether somebody may look at what has come before, without a login.
  var canWait = false {
    didSet { later.isVisible = canWait }
  }

  /// Called when somebody does.
  var waited: () -> Void = {}

  /// Called when it stands otherwise.
  var changed: () -> Void = {}

  var widget: Widget { pages }

  init(_ model: AccountModel) {
    self.model = model
    form = LoginFormView(model)
    title.style("title-2")
    page.margin(18)
    for style in ["pill", "suggested-action"] { again.style(style) }
    again.align(horizontally: .center)
    again.pressed = { [model] in model.logInSilently() }
    later.style("flat")
    later.align(horizontally: .center)
    later.isVisible = false
    later.pressed = { [weak self] in self?.waited() }
    other.style("flat")
    other.align(horizontally: .center)
    other.pressed = { [model] in model.useAnother() }
    status.content(buttons)
    model.changed = { [weak self] in
      self?.show()
      self?.changed()
    }
    show()
  }

  /// Takes the keyboard to what is to be done.
  func focus() { model.state == .needsLogin ? form.focus() : again.focus() }

  private func show() {
    form.show()
    again.isVisible = true
    other.isVisible = model.state == .loggedOut
    again.isEnabled = !model.isWaiting
    switch model.state {
    case .needsLogin: return pages.show(scrolled)
    case .loggedOut:
      again.title = localized("Log In")
      status.show(
        title: localized("You are logged out"),
        description: trouble ?? localized("Log in again, or with another account."))
    case .unreachable(let problem):
      again.title = localized("Try Again")
      status.show(title: localized("The server can't be reached"), description: problem)
    case .unknown, .loggedIn:
      again.isVisible = false
      status.show(title: localized("Inbox"), description: localized("It is being read."))
    }
    form.clear()
    pages.show(status)
  }

  private var trouble: String? { model.problems.whole ?? model.problems.server }
}
#endif
