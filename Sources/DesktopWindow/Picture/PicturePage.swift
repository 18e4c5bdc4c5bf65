#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import VaultClient
internal import Widgets

/// The tab with the picture of the item that was opened last, else of the newest one that has a picture.
final class PicturePage: TabPage {
  let (id, title, icon) = ("picture", localized("Picture"), "image-x-generic-symbolic")
  let isAtDetail = false
  var moved: () -> Void = {}

  private let model: PictureModel
  private let zone: LocalZone
  private let now: @Sendable () -> Date
  private let opened: (InboxRow) -> Void
  private let view = ZoomView()
  private var shown: InboxRow?
  private var isRefining = false
  private let caption = Label()
  private let size = Label()
  private let work = Spinner(name: localized("All pixels of the picture are on their way"))
  private let nothing: EmptyPage
  private lazy var older = Button(icon: "go-next-symbolic", name: localized("Older picture")) { [weak self] in
    self?.model.showOlder()
  }
  private lazy var newer = Button(icon: "go-previous-symbolic", name: localized("Newer picture")) { [weak self] in
    self?.model.showNewer()
  }
  private lazy var smaller = Button(icon: "zoom-out-symbolic", name: localized("Smaller")) { [weak self] in
    self?.view.zoomOut()
  }
  private lazy var larger = Button(icon: "zoom-in-symbolic", name: localized("Larger")) { [weak self] in
    self?.view.zoomIn()
  }
  private lazy var fitting = Button(icon: "zoom-fit-best-symbolic", name: localized("Fit")) { [weak self] in
    self?.view.fit()
  }
  private lazy var item = Button(localized("Open Item")) { [weak self] in self?.openItem() }
  private lazy var save = Button(localized("Save Picture…")) { [weak self] in self?.saveShown() }
  private lazy var steps = Box(.horizontal, spacing: 6, [newer, older, smaller, larger, fitting])
  private lazy var measure = Box(.horizontal, spacing: 6, [work, size])
  private lazy var bar = WrapBox([steps, measure, save, item])
  private lazy var content = Box(.vertical, [view, caption, bar])
  private lazy var pages = PageStack([nothing.widget, content])

  var widget: Widget { pages }

  private let saving: PictureSaving

  /// - Parameter opened: leads to the item that a picture belongs to.
  init(_ context: PageContext, over window: Window, opened: @escaping (InboxRow) -> Void) {
    (zone, now, self.opened) = (context.zone, context.now, opened)
    saving = PictureSaving(context, over: window)
    nothing = EmptyPage(icon: icon, context)
    model = PictureModel(context.link)
    view.expand(horizontally: true, vertically: true)
    view.zoomed = { [weak self] in self?.showSize() }
    view.isCoarse = { [weak self] in self?.refine() }
    caption.limit(lines: 1)
    caption.margin(6)
    measure.expand(horizontally: true)
    measure.align(horizontally: .end)
    size.style("dim-label")
    size.style("numeric")
    bar.margin(6)
    model.changed = { [weak self] in self?.show($0) }
    model.waitingChanged = { [weak self] _ in self?.showWork() }
    pages.onKeys("<Control>plus") { [weak self] in self?.view.zoomIn() }
    pages.onKeys("<Control>equal") { [weak self] in self?.view.zoomIn() }
    pages.onKeys("<Control>minus") { [weak self] in self?.view.zoomOut() }
    pages.onKeys("<Control>0") { [weak self] in self?.view.fit() }
    pages.onKeys("<Control>1") { [weak self] in self?.view.showPixels() }
    pages.onKeys("Page_Up") { [weak self] in self?.model.showNewer() }
    pages.onKeys("Page_Down") { [weak self] in self?.model.showOlder() }
    show(model.state)
  }

  /// Looks anew.
  func refresh() { model.refresh() }

  /// Shows the picture of the item that has just been opened.
  func showLastOpened() { model.showLastOpened() }

  func goBack() {}

  private func saveShown() { if let item = model.item { saving.save(item) } }

  /// Shows the picture's own pixels, as far as these are not too many.
  private func refine() {
    guard !isRefining else { return }
    isRefining = true
    Task { [weak self, model] in
      let finest = await model.finest()
      self?.isRefining = false
      // Nobody looks at it by then, or it is made small again.
      guard let self, let finest, view.isZoomed, view.isSeen else { return }
      view.refine(Texture(finest))
    }
  }

  private func openItem() { if let item = model.item { opened(item) } }

  private func show(_ state: PictureModel.State) {
    switch state {
    case .loading: tell { $0.show(title: localized("Picture"), description: localized("It is on its way.")) }
    case .none:
      tell {
        $0.show(
          title: localized("No picture"),
          description: localized("Pictures that come with what is pushed to you are shown here."))
      }
    case .failed(let failure, _): tell { $0.show(failure) }
    case .shown(let picture, let place): show(picture, place)
    }
  }

  private func tell(_ why: (EmptyPage) -> Void) {
    shown = nil
    view.show(nil, name: "")
    caption.text = ""
    why(nothing)
    pages.show(nothing.widget)
  }

  private func show(_ picture: PictureRaster, _ place: PicturePlace) {
    guard let item = place.item else { return }
    // What is on the screen already stays as large as somebody has made it.
    if shown?.number != item.number || shown?.identity != item.identity {
      view.show(
        Texture(picture), name: localized("Picture: \(item.title)"), whole: model.original.map { ($0.width, $0.height) }
      )
      shown = item
    }
    let summary = InboxSummary(item, now: now(), zone: zone)
    caption.text = [item.title, summary.byline, place.text].filter { !$0.isEmpty }.joined(separator: " · ")
    show(place)
    showSize()
    pages.show(content)
  }

  /// The keyboard stays beside the picture: a button that can't be used any more would lose it.
  private func show(_ place: PicturePlace) {
    for (button, other, isOn) in [(newer, older, place.hasNewer), (older, newer, place.hasOlder)] {
      if !isOn, button.hasFocus {
        other.isEnabled = true
        other.focus()
      }
      button.isEnabled = isOn
    }
  }

  private func showSize() {
    size.text = view.percentage.map { "\($0) %" } ?? localized("fits")
    showWork()
  }

  /// Where the picture is small again, nobody waits for more of it.
  private func showWork() { work.isTurning = model.isWaiting && view.isZoomed }
}

extension Texture {
  /// The picture's.
  convenience init?(_ picture: PictureRaster) {
    self.init(width: picture.width, height: picture.height, rgba: picture.pixels)
  }
}

extension PicturePlace {
  /// Which of how many.
  fileprivate var text: String { position.map { localized("\($0) of \(count)") } ?? "" }
  fileprivate var hasNewer: Bool { position.map { $0 > 1 } ?? true }
  fileprivate var hasOlder: Bool { position.map { $0 < count } ?? true }
}
#endif
