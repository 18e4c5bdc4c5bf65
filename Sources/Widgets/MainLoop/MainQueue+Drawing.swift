#if Desktop
internal import CAdwaita

extension MainQueue {
  /// The priority of what waits until all is drawn: right after GDK's own.
  nonisolated static let afterDrawing = G_PRIORITY_HIGH_IDLE + 21
}
#endif
