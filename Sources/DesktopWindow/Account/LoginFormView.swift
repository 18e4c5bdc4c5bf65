#if Desktop
internal import DesktopModel
internal import Localization
internal import Widgets

/// A login form: email, password and server. It stays while the agent asks for them, and shows what was refused.
final class LoginFormView {
  private let model: AccountModel
  private let email = EntryRow(localized("Email"))
  private let password = SecretEntryRow(localized("Password"))
  private let server = EntryRow(localized("Server"))
  private let problems = (email: Label(), password: Label(), server: Label(), whole: Label())
  private let button = Button(localized("Log In"))
  /// Whether what was typed here is with the server.
  private var isSending = false
  private lazy var group = FormGroup("", [email, password, server])
  private lazy var content = Box(
    .vertical, spacing: 12,
    [group, problems.email, problems.password, problems.server, problems.whole, button])

  var widget: Widget { content }

  init(_ model: AccountModel) {
    self.model = model
    for label in [problems.email, problems.password, problems.server, problems.whole] {
      label.style("error")
      label.wrap()
    }
    for style in ["pill", "suggested-action"] { button.style(style) }
    button.align(horizontally: .center)
    button.pressed = { [weak self] in self?.logIn() }
    email.entered = { [weak self] in self?.password.focus() }
    password.entered = { [weak self] in self?.logIn() }
    server.entered = { [weak self] in self?.logIn() }
    email.changed = { [model] _ in model.forget(\.email) }
    password.changed = { [model] in model.forget(\.password) }
    server.changed = { [model] _ in model.forget(\.server) }
    show()
  }

  /// Shows how it stands.
  func show() {
    // What somebody has typed stays.
    if email.text.isEmpty, !email.hasFocus { email.text = model.known.email }
    if server.text.isEmpty, !server.hasFocus { server.text = model.known.server }
    for (label, problem) in [
      (problems.email, model.problems.email), (problems.password, model.problems.password),
      (problems.server, model.problems.server), (problems.whole, model.problems.whole ?? model.reason),
    ] {
      label.text = problem ?? ""
      label.isVisible = problem != nil
    }
    let hasEnded = !email.isEnabled && !model.isWaiting
    for widget in [email, password, server, button] as [Widget] { widget.isEnabled = !model.isWaiting }
    // It served, or may be what was refused. After any other failure nobody types it again.
    if hasEnded, isSending, model.problems.isEmpty || model.problems.isRefusal { password.clear() }
    // What was refused is typed again, where nobody has gone elsewhere meanwhile.
    if hasEnded, isSending {
      if model.problems.server != nil { server.focus() } else if model.problems.whole != nil { password.focus() }
    }
    if hasEnded { isSending = false }
    button.title = model.isWaiting ? localized("Logging in …") : localized("Log In")
  }

  /// Takes the keyboard to what is to be typed first.
  func focus() { email.text.isEmpty ? email.focus() : password.focus() }

  /// Forgets the password that was typed.
  func clear() { password.clear() }

  private func logIn() {
    model.logIn(LoginEntries(email: email.text, server: server.text), password.typed())
    isSending = model.isWaiting
    guard !model.problems.isEmpty else { return }
    if model.problems.email != nil { return email.focus() }
    if model.problems.password != nil { return password.focus() }
    server.focus()
  }
}
#endif
