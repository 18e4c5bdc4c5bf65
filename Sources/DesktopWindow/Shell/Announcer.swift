#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import FoundationEssentials
internal import Localization
internal import Widgets

/// Says above any tab what has come while the person looks at the window; otherwise the desktop does.
final class Announcer {
  private let banner: DropBanner
  private let window: Window
  /// The conversation, or the channel, that the banner is about.
  private var announced: UUID?
  /// The item that it is about.
  private var item: InboxRow?
  /// How many have come with it, or before it since the banner dropped.
  private var moreCount = 0
  /// The tab that it leads to.
  private var page: String?

  private static let textCount = 200
  /// How long something is told.
  private static let moment = Duration.seconds(10)
  /// So many such moments are left to whoever points at the banner; somebody's pointer may lie there by chance.
  private static let momentCount = 6
  private var ending: Task<Void, Never>?

  init(_ banner: DropBanner, in window: Window) {
    (self.banner, self.window) = (banner, window)
    banner.hidden = { [weak self] in self?.forget() }
  }

  /// Tells of items of the inbox, the newest first.
  ///
  /// - Parameters:
  ///   - page: the tab of the inbox.
  ///   - open: leads to the newest, where it is pressed.
  func announce(_ items: [InboxRow], on page: String, open: @escaping (InboxRow) -> Void) {
    guard window.isActive, let newest = items.first else { return }
    count(items.count)
    (announced, item, self.page) = (nil, newest, page)
    show(newest)
    banner.pressed = { open(newest) }
    endSoon()
  }

  private func show(_ item: InboxRow) {
    banner.show(
      title: counted(item.headline), text: String(item.text.prefix(Self.textCount)))
  }

  /// Counts what has come together with what the banner that is seen tells of.
  private func count(_ arrivals: Int) { moreCount = arrivals - 1 + (banner.isShown ? moreCount + 1 : 0) }

  /// The number stands first, since the end of a long headline is left out.
  private func counted(_ headline: String) -> String {
    moreCount > 0 ? localized("\(moreCount + 1) new · \(headline)") : headline
  }

  private func endSoon() {
    ending?.cancel()
    ending = Task { [weak self] in
      for _ in 0..<Self.momentCount {
        do { try await Task.sleep(for: Self.moment) } catch { return }
        guard self?.banner.isHeld == true else { break }
      }
      _ = self?.dismiss()
    }
  }

  /// Tells of what somebody wrote.
  ///
  /// - Parameter lead: leads to its tab, where it is pressed.
  func announce(_ arrival: Arrival, lead: @escaping () -> Void) {
    guard window.isActive else { return }
    // What the banner that is seen says of the same conversation is said anew, not once more.
    if !banner.isShown || announced != arrival.id { count(1) }
    (announced, item, page) = (arrival.id, nil, arrival.page)
    banner.show(title: counted(arrival.title), text: String(arrival.text.prefix(Self.textCount)))
    banner.pressed = {
      lead()
      arrival.open()
    }
    endSoon()
  }

  /// What has been seen needs no telling any more; nothing does where nobody is logged in.
  ///
  /// - Parameter id: of the conversation or the channel that has been seen; nil for all.
  func withdraw(_ id: UUID?) { if banner.isShown, id == nil || id == announced { banner.hide() } }

  /// Whatever took the banner away, nothing of what it told is kept: its text may become protected, and nobody looks here then.
  private func forget() { (announced, item, page) = (nil, nil, nil) }

  /// Whoever is where it leads to sees that there.
  func leave(for page: String?) { if banner.isShown, page == self.page { banner.hide() } }

  /// What has gone from the inbox, or has another text there, since it was taken away from all devices for instance, is told no more.
  func follow(_ items: [InboxRow]) {
    guard banner.isShown, let item else { return }
    let present = items.first { $0.number == item.number && $0.identity == item.identity }
    guard let present, present.title == item.title, present.text == item.text else { return banner.hide() }
    // Who sent it may be known better by now.
    guard present.headline != item.headline else { return }
    self.item = present
    show(present)
  }

  /// Takes the banner away.
  ///
  /// - Returns: whether there was one.
  func dismiss() -> Bool {
    guard banner.isShown else { return false }
    banner.hide()
    return true
  }
}
#endif
