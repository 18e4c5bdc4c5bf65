#if Desktop
public import SecretMemory

/// Questions that follow one another in one dialog. While an answer is looked at, the dialog stays and takes no key, so that what somebody types meanwhile, the
/// right PIN after a wrong one for instance, reaches no other window.
public final class QuestionSeries {
  private let window: Window
  private var open: OpenQuestion?

  /// Called when there is nothing on the screen any more.
  public var ended: () -> Void = {}

  /// Called when it has gone by itself, perhaps while somebody was about to answer.
  public var vanished: () -> Void = {}

  /// Makes one, of which nothing is seen yet.
  public init(over window: Window) { self.window = window }

  /// Asks, in the dialog that is there already if there is one, and waits for the answer. A task that is cancelled takes the question back.
  ///
  /// - Parameter checking: what is said with a spinner once it was answered, until the next question, or the end.
  /// - Returns: what was typed, empty where nothing is to be typed; nil where the person declines.
  public func ask(_ question: QuestionDialog, checking: String) async -> SharedSecret? {
    if let open, open.canFollow(question) { return await open.ask(question, checking: checking) }
    open?.close()
    let asked = OpenQuestion(question, over: window)
    open = asked
    asked.vanished = { [weak self] in self?.vanished() }
    asked.ended = { [weak self] in
      self?.open = nil
      self?.ended()
    }
    return await asked.ask(checking: checking)
  }

  /// Says why no question follows, until the person closes the dialog, if it is there: Enter does not.
  public func tell(_ text: String) { open?.tell(text) }

  /// What was asked for has come, or can't come any more: the dialog goes, unless somebody may be typing in it.
  public func end() { open?.end() }

  /// Nobody waits for an answer any more. A dialog in which something is typed says so, until the person closes it.
  public func withdraw() { open?.withdraw() }
}
#endif
