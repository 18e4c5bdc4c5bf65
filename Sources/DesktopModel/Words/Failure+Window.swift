public import AgentAPI
internal import Localization

extension Failure {
  /// As it is said in the window: without commands and options.
  var inWindow: Failure {
    var said = self
    said.message = WindowWords.message(message)
    said.hint = WindowWords.text(hint)
    return said
  }
}

extension Failure {
  /// Whether a login is what helps.
  public var needsLogin: Bool { hint == localized("Log in first: the form is at Inbox.") }
}

extension Failure {
  /// The server wants a login: one logs in at the form, and nowhere else.
  static let notLoggedIn = Failure(
    .refused, verbatim: localized("You are not logged in."), hint: localized("Log in first: the form is at Inbox."))

  /// Something was asked for while something else is under way.
  static let notDoneYet = Failure(
    .tryLater, verbatim: localized("One moment: what was asked for before is not done yet."))
}

extension Failure {
  /// The person did not want to answer a question: they know, and nobody has to tell them.
  static let declined = Failure(.refused, verbatim: localized("Nothing was done."))

  /// Whether that is all there is.
  public var isDeclined: Bool { self == .declined }
}
