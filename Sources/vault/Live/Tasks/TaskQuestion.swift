internal import AgentAPI
internal import FoundationEssentials
internal import Terminal
internal import VaultModel

/// What is done to tasks from a live list. What needs an answer of the person is done on the main screen.
enum TaskQuestion: LiveQuestion {
  /// A change, and undo.
  case change(any AgentRequest<TaskChangeReport>)
  /// The text of a protected task is shown, on a screen of its own.
  case reveal(UUID)
  /// Something in the inbox.
  case inbox(ListQuestion)

  func ask(in context: CommandContext) throws -> String {
    switch self {
    case .change(let request):
      return ChangeText(context: context).sentence(try context.run(request))
    case .reveal(let id):
      let revealing = try Revealing(
        context: context, isPlain: false, endsWithNUL: false, timeoutSeconds: Revealing.standardTimeoutSeconds,
        answers: PreparedAnswers())
      return try revealing.show(id.text).flatMap(SecretDisplay.words(for:)).map { "Hidden: \($0)." } ?? ""
    case .inbox(let question): return try question.ask(in: context)
    }
  }
}
