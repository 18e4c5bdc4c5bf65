#if Desktop
internal import DesktopModel
internal import FoundationEssentials
internal import Localization

extension FormWindow: TaskQuoting {
  /// Has it end with all that stands in it when a task becomes protected: what is filled in is the task's text, which nothing else may hold then.
  ///
  /// - Parameter isPrompt: also while it is sent, since a server may take its time to answer.
  func end(withProtectionOf task: UUID, _ context: PageContext, isPrompt: Bool = false) {
    (quotedTasks, ending) = ([task], .withProtection(isPrompt: isPrompt))
    lost = { [weak self] isChanged in
      self?.close()
      context.vanished()
      context.tellProtection(losesText: isChanged)
    }
    context.quotes.add(self)
  }

  func forgetWords(of task: UUID) {
    guard quotedTasks.contains(task), case .withProtection(let isPrompt) = ending else { return }
    quotedTasks = []
    // What is being sent is refused, or was taken a moment before: the answer is near.
    if isSending, !isPrompt { ending = .withAnswer } else { lost(hasChanges()) }
  }
}

extension PageContext {
  /// Tells that a task is protected, and where its text was being typed, that this is lost: nothing else may hold it.
  func tellProtection(losesText: Bool) {
    told(
      .success(
        Notice(
          losesText
            ? localized("This task is protected now. What was typed here is not saved.")
            : localized("This task is protected now."))))
  }
}
#endif
