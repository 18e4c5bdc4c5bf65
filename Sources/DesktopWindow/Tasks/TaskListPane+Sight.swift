#if Desktop
internal import DesktopModel
internal import Widgets

/// What of the list stays in sight: the task that is selected, and the one that was added last.
extension TaskListPane {
  /// Remembers whether the one task that is selected is seen.
  func holdSight() {
    let places = list.selectedPlaces
    if selection.ids.count == 1, places.count == 1, list.isSeen(places[0]) { wasSeen = true }
  }

  /// The one task that was selected and seen is still seen, wherever it stands now.
  func keepInSight() {
    guard wasSeen, selection.ids.count == 1 else {
      wasSeen = false
      return
    }
    guard let row = model.rows(of: selection.ids).first else { return }
    wasSeen = false
    bringInSight(row)
  }

  /// Scrolls to a row, and to the heading above it where that is the next.
  private func bringInSight(_ row: Int) {
    if case .heading = model.row(at: row - 1) { list.scroll(to: row - 1) }
    list.scroll(to: row)
  }

  /// A message lies over so many pixels at the bottom of the page, or over none any more.
  func makeRoom(_ pixels: Int) {
    covered = pixels
    if pixels == 0 { told = nil }
    leaveRoom()
  }

  /// What was added last is seen above what is told of it.
  func leaveRoom() {
    let row = told.flatMap { model.rows(of: [$0]).first }
    let isAtEnd = row.map { $0 >= model.outline.rowCount - 2 } ?? false
    list.leaveRoomBelow(isAtEnd ? covered : 0)
    guard isAtEnd, covered > 0, let row else { return }
    list.onNextFrame { [weak list] in list?.scroll(to: row) }
  }
}
#endif
