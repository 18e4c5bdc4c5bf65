#if Desktop
internal import AgentAPI
internal import DesktopModel
internal import Localization
internal import Widgets

/// A row that says what was done last, or why it was not; not seen where there is nothing to say.
final class OutcomeRow {
  private let row = FormRow("")

  var widget: Widget { row }

  init() { row.isVisible = false }

  /// - Parameter trouble: what prevents that anything is known; said where nothing was done.
  func show(_ told: Result<String, Failure>?, isWaiting: Bool, trouble: Failure?) {
    row.style("error", false)
    switch told ?? trouble.map({ .failure($0) }) {
    case nil: row.title = isWaiting ? localized("Waiting for you …") : ""
    case .success(let text): row.title = text
    case .failure(let failure):
      row.title = failure.line
      row.style("error")
    }
    row.isVisible = !row.title.isEmpty
  }
}
#endif
