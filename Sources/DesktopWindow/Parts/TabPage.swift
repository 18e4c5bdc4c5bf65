#if Desktop
internal import AgentAPI
internal import CivilTime
internal import DesktopModel
internal import FoundationEssentials
internal import Widgets

/// A tab of the window.
protocol TabPage: AnyObject {
  /// What it is called by the program.
  var id: String { get }
  /// What it is called on the screen.
  var title: String { get }
  /// The name of its symbolic icon.
  var icon: String { get }
  /// What is seen of it.
  var widget: Widget { get }
  /// Whether only a detail is seen, and something has to lead back.
  var isAtDetail: Bool { get }
  /// Called when that may have changed.
  var moved: () -> Void { get set }
  /// Back from a detail to what it belongs to.
  func goBack()
  /// Told whether the person looks at this tab for sure: it is selected, in a window that has the keyboard.
  func look(_ isLookedAt: Bool)
  /// A minute has passed while the person looks: what is said by how long ago it was is said anew.
  func passTime()
  /// Takes the keyboard from the bar to its list, where it has one that is gone to.
  func takeKeyboard()
  /// Has all that is in its list count as read.
  func markAllRead()
  /// Whether a place that can be asked for from outside is on this tab.
  func has(_ place: WindowPlace) -> Bool
  /// Shows such a place, and does nothing else: any program of the session may ask for it.
  func show(_ place: WindowPlace) async throws(Failure)
}

extension TabPage {
  func look(_ isLookedAt: Bool) {}

  func passTime() {}

  func takeKeyboard() {}

  func markAllRead() {}

  func has(_ place: WindowPlace) -> Bool { false }

  func show(_ place: WindowPlace) async throws(Failure) {}
}

/// Something that has come, to be told above any tab.
struct Arrival {
  /// The conversation, or the channel, that it came in.
  let id: UUID
  /// What, and from whom.
  let title: String
  /// What it says.
  let text: String
  /// The tab that it leads to.
  let page: String
  /// Shows it there.
  let open: () -> Void
}
#endif
