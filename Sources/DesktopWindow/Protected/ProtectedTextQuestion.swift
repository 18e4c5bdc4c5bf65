#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Localization
internal import SecretMemory
internal import Widgets

/// Asks for a protected text, for instance that of a step.
enum ProtectedTextQuestion {
  /// Asks, and waits for the answer. A task that is cancelled takes the question back.
  ///
  /// - Returns: what was typed; nil where the person declines.
  static func ask(_ prompt: Prompt, _ context: PageContext, over parent: Window) async -> SharedSecret? {
    let editor: ProtectedTextEditor
    do throws(Failure) { editor = try ProtectedTextEditor(context) } catch {
      context.told(.failure(error))
      return nil
    }
    let content = Box(.vertical, spacing: 12, [Label(prompt.text), editor.widget])
    var answer: SharedSecret?
    let window = FormWindow(localized("Protected Text"), confirmation: localized("Save"), over: parent, content) {
      () async throws(Failure) in
      answer = try editor.text()
      return true
    }
    window.question = ProtectedTextEditor.question
    window.hasChanges = { [weak editor] in editor?.hasChanges ?? false }
    window.activityChanged = { [weak editor] in editor?.follow(isFront: $0) }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        window.closed = { continuation.resume() }
        window.open()
        editor.focus()
        if Task.isCancelled { window.close() }
      }
    } onCancel: {
      Task { @MainActor in window.close() }
    }
    editor.end()
    return answer
  }
}
#endif
