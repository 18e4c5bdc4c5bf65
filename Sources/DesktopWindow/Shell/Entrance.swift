#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Localization
internal import Widgets

/// Where what is asked for from outside comes in: places that are shown, and files whose tasks are imported once the person agrees.
final class Entrance {
  private let guide: PlaceGuide
  private let imports: FileImport

  /// - Parameters:
  ///   - clicks: kept from what is shown.
  ///   - leaving: called before something else is shown.
  init(
    _ context: PageContext, _ pages: [any TabPage], in tabs: TabStack, of window: Window, _ clicks: ClickGuard,
    leaving: @escaping () -> Void
  ) {
    guide = PlaceGuide(
      show: { [weak tabs] place throws(Failure) in
        guard let page = pages.first(where: { $0.has(place) }) else { return }
        clicks.closeToOthers()
        leaving()
        tabs?.select(page.id)
        try await page.show(place)
        // What is shown now is what was looked for.
        clicks.closeToOthers()
      }, failed: { context.told(.failure($0)) })
    imports = FileImport(
      context.link,
      agree: { file in
        await OfferDialog(
          heading: localized("Import tasks?"), text: file.lines, confirmation: localized("Import")
        ).ask(over: window)
      }, told: context.told)
  }

  /// Whether there is an agent; what is to be shown before waits.
  var isOpen: Bool {
    get { guide.isConnected }
    set { guide.isConnected = newValue }
  }

  /// Shows what an address names, or asks about the file that it names.
  func open(_ address: String) {
    if let file = OfferedFile(address: address) { imports.offer(file) } else { guide.open(address) }
  }

  /// Shows what a link names.
  func open(link: String) { guide.open(link) }

  /// Shows a place.
  func lead(to place: WindowPlace) { guide.lead(to: place) }
}
#endif
