#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// A window with something to fill in, a button that takes it, and a line that says what is wrong.
final class FormWindow {
  private let window: SubWindow
  private let problem = Label()
  private let take: Button
  private let content: Widget
  private let column: Box
  private let parent: Window
  private let title: String
  private(set) var isSending = false
  private var asking: Task<Void, Never>?
  private let submit: () async throws(Failure) -> Bool

  /// How it ends.
  enum Ending: Equatable {
    /// When the person closes it, or what was filled in is taken.
    case byPerson
    /// Also with the protection of a task whose words stand in it: at once, or where something is being sent, unless it is prompt, with the answer to that.
    case withProtection(isPrompt: Bool)
    /// With the answer to what is being sent, whatever that is: the words are to be nowhere any more.
    case withAnswer
    /// It has ended.
    case over
  }

  /// Whose words stand in it.
  var quotedTasks: Set<UUID> = []
  /// How it ends.
  var ending = Ending.byPerson
  /// Ends it since those words are to be nowhere any more; called with whether something is lost that was filled in.
  var lost: (_ isChanged: Bool) -> Void = { _ in }

  /// Called when it has been closed, whether or not what was filled in was taken.
  var closed: () -> Void = {}

  /// What a person is asked before what they have changed is thrown away.
  var question = DiscardDialog(
    heading: localized("Discard changes?"), text: localized("What you have changed here is lost."))
  /// Whether something was filled in or changed, and would be lost.
  var hasChanges: () -> Bool = { false }

  /// Called when it gets or loses the keyboard.
  var activityChanged: (_ isActive: Bool) -> Void = { _ in }

  /// Makes one, which is not seen yet.
  ///
  /// - Parameters:
  ///   - confirmation: the word on the button.
  ///   - submit: takes what was filled in; says whether that is all, and the window closes. What it throws is shown.
  init(
    _ title: String, confirmation: String, over parent: Window, _ content: Widget,
    submit: @escaping () async throws(Failure) -> Bool
  ) {
    (self.submit, self.content, self.parent, self.title) = (submit, content, parent, title)
    take = Button(confirmation)
    column = Box(.vertical, spacing: 12, [content])
    column.margin(24)
    let scrolled = ScrolledView(column)
    scrolled.expand(vertically: true)
    // Below the bar, where it is seen however far somebody has scrolled.
    window = SubWindow(over: parent, title: title, height: nil, Box(.vertical, [problem, scrolled]))
    window.addToBar(take)
    take.style("suggested-action")
    problem.style("error")
    problem.wrap()
    problem.margin(12)
    problem.isVisible = false
  }

  /// Whether it can be taken as it is.
  var isComplete = true {
    didSet { take.isEnabled = isComplete && !isSending }
  }

  /// Shows it.
  func open() {
    // The button keeps this alive for as long as the window is on the screen.
    take.pressed = { self.press() }
    // Where lines of text are typed, it would begin another one.
    window.onKeysFirst("<Control>Return") { [weak self] in
      self?.press()
      return true
    }
    window.closed = { [weak self] in self?.end() }
    window.mayClose = { [weak self] in self?.mayClose() ?? true }
    parent.unsaved.add(title, of: self) { !$0.isSending && $0.hasChanges() }
    window.onActivityChange { [weak self] in
      if let self { activityChanged(window.isActive) }
    }
    // No higher than what is to be filled in, nor than the window below.
    window.fit(column, upTo: min(720, parent.size.height))
    window.present()
  }

  /// Closes it, whatever was filled in.
  func close() { window.close() }

  /// Nothing is lost by a slip; while it is sent, nothing is lost.
  private func mayClose() -> Bool {
    guard !isSending, hasChanges() else { return true }
    guard asking == nil else { return false }
    asking = Task { [weak self, question, parent] in
      let isDiscarded = await question.ask(over: parent)
      self?.asking = nil
      if isDiscarded { self?.close() }
    }
    return false
  }

  /// Takes what was filled in, where it can be.
  func press() {
    guard isComplete, !isSending else { return }
    isSending = true
    // What is typed while it is sent would be lost.
    content.isEnabled = false
    take.isEnabled = false
    Task {
      do throws(Failure) {
        tell(nil)
        let isDone = try await submit()
        guard ending != .over else { return }
        if isDone { window.close() } else if ending == .withAnswer { lost(true) } else { allow() }
      } catch {
        guard ending != .over else { return }
        if ending == .withAnswer { return lost(true) }
        tell(error)
        allow()
      }
    }
  }

  /// It can be filled in again, by keyboard: where somebody was, or else from the top.
  private func allow() {
    isSending = false
    content.isEnabled = true
    take.isEnabled = isComplete
    if !content.hasFocus { content.focusFirst() }
  }

  private func tell(_ failure: Failure?) {
    let failure = failure.flatMap { $0.isDeclined ? nil : $0 }
    problem.text = failure.map { $0.line } ?? ""
    problem.isVisible = failure != nil
  }

  private func end() {
    ending = .over
    asking?.cancel()
    quotedTasks = []
    take.pressed = {}
    hasChanges = { false }
    closed()
    closed = {}
  }
}
#endif
