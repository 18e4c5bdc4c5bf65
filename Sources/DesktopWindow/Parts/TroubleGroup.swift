#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Localization
internal import Widgets

/// One line on a page that says why it could not be read, and a button that tries again; not seen where it could.
final class TroubleGroup {
  private lazy var row = ButtonRow("", word: localized("Try Again")) { [weak self] in self?.press() }
  private let group: FormGroup
  private let context: PageContext
  private let tryAgain: () -> Void
  /// Called before a person is led away from the page, to where one logs in.
  var left: () -> Void = {}
  private var needsLogin = false

  var widget: Widget { group }

  /// - Parameter tryAgain: reads the page once more.
  init(_ context: PageContext, tryAgain: @escaping () -> Void) {
    (self.context, self.tryAgain) = (context, tryAgain)
    group = FormGroup(name: localized("What could not be read"))
    group.append(row)
    group.isVisible = false
  }

  /// - Parameter isReading: whether it is being tried again already.
  func show(_ failure: Failure?, isReading: Bool) {
    group.isVisible = failure != nil
    guard let failure else {
      row.title = ""
      return
    }
    needsLogin = failure.needsLogin
    row.title = needsLogin ? localized("You are not logged in") : failure.message
    row.word = needsLogin ? localized("Log In") : localized("Try Again")
    row.isEnabled = !isReading
  }

  private func press() {
    guard needsLogin else { return tryAgain() }
    left()
    context.logIn()
  }
}
#endif
