#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Localization
internal import VaultModel
internal import Widgets

/// Brings tasks from files and into files.
enum TaskExchange {
  /// Asks for a file, and adds its tasks.
  static func importTasks(_ context: PageContext, over window: Window) {
    Task {
      guard
        let path = await FileDialog.open(
          over: window, title: localized("Import Tasks"), confirmation: localized("Import"))
      else {
        return
      }
      await tell(context) { () async throws(Failure) in try await context.link.importTasks(from: path) }
    }
  }

  /// Asks for the name of a file, and writes all tasks into it.
  static func exportTasks(_ context: PageContext, over window: Window) {
    Task {
      let forms = ExportFormat.allCases
      let answer = await FileDialog.save(
        over: window, title: localized("Export Tasks"), confirmation: localized("Export"), name: "tasks.json",
        question: localized("Format"),
        words: forms.map { "\($0.words) (\($0.ending))" })
      guard let answer else { return }
      let path = forms[answer.choice].path(for: answer.path, isChosen: answer.choice != 0)
      await tell(context) { () async throws(Failure) in
        var all = TaskFilter()
        all.state = .any
        // Whether a file of the chosen name is to be replaced, the dialog has asked; of one with another ending, nobody.
        let notes = try await context.link.exportTasks(all, to: path, replaces: path == answer.path)
        return Notice(notes.isEmpty ? localized("Exported to \(path)") : localized("Exported to \(path). \(notes)"))
      }
    }
  }

  private static func tell(_ context: PageContext, _ body: () async throws(Failure) -> Notice) async {
    do throws(Failure) { context.told(.success(try await body())) } catch { context.told(.failure(error)) }
  }
}
#endif
