#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Localization
internal import Widgets

/// Writes pictures into files, exactly as they were sent.
final class PictureSaving {
  private let context: PageContext
  private unowned let window: Window
  private var isAsking = false

  /// - Parameter window: above which it asks where to.
  init(_ context: PageContext, over window: Window) { (self.context, self.window) = (context, window) }

  /// Asks for the name of a file, and writes the picture of an item into it.
  func save(_ item: InboxRow) {
    guard !isAsking else { return }
    isAsking = true
    Task { [context, window, weak self] in
      defer { self?.isAsking = false }
      do throws(Failure) {
        let type = try await context.link.description(of: item).type
        let path = await FileDialog.save(
          over: window, title: localized("Save Picture"), confirmation: localized("Save"),
          name: PictureFileName.text(title: item.title, type: type))
        guard let path else { return }
        // Whether a file of that name is to be replaced, the dialog has asked.
        try await context.link.save(item, to: path, replaces: true)
        context.told(.success(Notice(localized("Saved as \(path)"))))
      } catch { context.told(.failure(error)) }
    }
  }
}
#endif
