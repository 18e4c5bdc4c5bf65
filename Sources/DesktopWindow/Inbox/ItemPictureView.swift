#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Localization
internal import VaultClient
internal import Widgets

/// The picture of an item, above its text; where it can't be had, a line that says why. It has the same room before and after the picture is there, however
/// high that is: whoever sent it could have it come late, and move *Accept* under a click.
final class ItemPictureView {
  private let pictures: any PictureSource
  private let view = PictureView()
  private let problem = Label()
  private lazy var content = HeightBox(Box(.vertical, [view, problem]), height: Self.height)
  private var item: InboxRow?

  /// What it takes of the screen, in pixels.
  private static let height = 280
  /// The longest side that is asked for: for screens of twice the density.
  private static let side = 2 * height

  var widget: Widget { content }

  /// Called when a person clicks on the picture.
  var clicked: () -> Void = {}

  init(_ pictures: any PictureSource) {
    self.pictures = pictures
    problem.style("dim-label")
    problem.wrap()
    for part in [view, problem] {
      part.expand(vertically: true)
      part.align(vertically: .center)
    }
    content.isVisible = false
    view.onClick { [weak self] in self?.clicked() }
    view.showHand()
  }

  /// Shows the picture of an item; none where it has none.
  func show(_ item: InboxRow?) {
    let former = self.item
    self.item = item
    guard let item, item.hasPicture else { return clear() }
    if let former, former.hasPicture, former.number == item.number, former.identity == item.identity { return }
    clear()
    content.isVisible = true
    tell(localized("The picture is on its way."))
    Task { [weak self, pictures] in
      let found: Result<PictureRaster, Failure>
      do throws(Failure) {
        found = .success(try await pictures.picture(of: item, side: Self.side, isPrompt: false))
      } catch { found = .failure(error) }
      guard let self, self.item?.number == item.number, self.item?.identity == item.identity else { return }
      show(found, of: item)
    }
  }

  private func show(_ found: Result<PictureRaster, Failure>, of item: InboxRow) {
    switch found {
    case .success(let picture):
      view.show(Texture(picture), name: localized("Picture: \(item.title)"), height: Self.height)
      view.toolTip = localized("Look at it in the tab Picture")
      tell("")
    case .failure(let failure): tell(failure.line)
    }
  }

  private func clear() {
    view.show(nil, name: "", height: 0)
    tell("")
    content.isVisible = false
  }

  private func tell(_ text: String) {
    problem.text = text
    problem.isVisible = !text.isEmpty
  }
}
#endif
