#if Desktop
public import SecretMemory

/// A question to the person, above a window.
public struct QuestionDialog {
  /// How it is answered.
  public enum Answer {
    /// By a text that is not seen while it is typed.
    case hidden
    /// By a text that is seen.
    case visible
    /// By a text of so many characters at least that is typed twice and not seen.
    case hiddenTwice(atLeast: Int)
    /// By a secret that is long: what is typed is drawn below, out of locked memory.
    case echoed
    /// By having written down a secret that is shown.
    case shown(SharedSecret)
    /// By yes or no.
    case agreement
    /// By having been read.
    case none
  }

  let heading: String
  let text: String
  let answer: Answer
  let confirmation: String
  private let draft: String
  let mistake: String
  let alternative: (word: String, body: () -> Void)?
  let keepsAnswer: Bool
  let isDangerous: Bool
  let leaving: DiscardDialog?

  /// Prepares one.
  ///
  /// - Parameters:
  ///   - text: what stands below the heading.
  ///   - confirmation: the word on the button that answers.
  ///   - draft: what stands in a visible answer already, to be edited.
  ///   - mistake: what was wrong with the answer before; empty for nothing.
  ///   - alternative: the word on a button that does something else, and has the question declined unless what was typed is kept.
  ///   - keepsAnswer: whether what was typed stands there, to be mended, while it is looked at in a ``QuestionSeries`` and where it was wrong.
  ///   - isDangerous: whether what is agreed to can't be taken back: then Enter declines.
  ///   - leaving: what the person is asked before it counts as declined; nil where nothing is lost by that.
  public init(
    heading: String, text: String, answer: Answer, confirmation: String, draft: String = "", mistake: String = "",
    alternative: (word: String, body: () -> Void)? = nil, isDangerous: Bool = false, keepsAnswer: Bool = false,
    leaving: DiscardDialog? = nil
  ) {
    (self.isDangerous, self.keepsAnswer, self.leaving) = (isDangerous, keepsAnswer, leaving)
    (self.heading, self.text, self.answer, self.confirmation) = (heading, text, answer, confirmation)
    (self.draft, self.mistake, self.alternative) = (draft, mistake, alternative)
  }

  /// Asks, and waits for the answer; the dialog with what was typed is gone when this returns. A task that is cancelled takes the
  /// question back.
  ///
  /// - Parameter vanished: called when it has gone by itself, perhaps while somebody was about to answer.
  /// - Returns: what was typed, empty where nothing is to be typed; nil where the person declines.
  public func ask(over window: Window, vanished: @escaping () -> Void = {}) async -> SharedSecret? {
    let question = OpenQuestion(self, over: window)
    question.vanished = vanished
    return await question.ask()
  }

  /// What it is answered in.
  func fields() -> QuestionFields { QuestionFields(answer, name: heading, draft: draft, mistake: mistake) }

  /// Whether it can be declined.
  var mayDecline: Bool { if case .none = answer { false } else { true } }
}
#endif
