#if Desktop && DEBUG
internal import CAdwaita
@testable internal import Widgets

/// What a case of the test is tried in: a window, and what watches the widgets.
final class Bench {
  let application: Application
  let window: Window
  private(set) var watch = Watch()

  /// How long what was let go may take to end: some parts wait for their last frame, or for the desktop.
  private static let patience = 250
  private static let moment = Duration.milliseconds(20)

  init(_ application: Application, _ window: Window) { (self.application, self.window) = (application, window) }

  /// Does something once, and hands over how many objects it made and which of them are still there.
  func attempt(_ body: @MainActor (Bench) async -> Void) async -> (made: Int, left: [String: Int]) {
    watch = Watch()
    await body(self)
    for _ in 0..<Self.patience where !watch.left.isEmpty { await pause() }
    return (watch.made, watch.left)
  }

  /// Shows a widget in a window of its own, uses it, and closes the window.
  func show(_ widget: Widget, _ use: @MainActor () async -> Void = {}) async {
    watch.expect(widget)
    let around = SubWindow(over: window, title: "Tried", widget)
    watch.expect(around)
    around.present()
    await rest()
    await use()
    await rest()
    watch.expectTree(around.pointer)
    around.close()
  }

  /// Has something open windows, and closes them as a person does.
  func open(_ body: @MainActor () -> Void) async {
    let former = Set(Self.windows)
    body()
    await rest()
    for opened in Self.windows where !former.contains(opened) {
      watch.expectTree(UnsafeMutableRawPointer(opened).assumingMemoryBound(to: GtkWidget.self))
      gtk_window_close(opened)
    }
  }

  /// Lets the main loop run, and some frames be drawn.
  func rest() async { for _ in 0..<10 { await pause() } }

  private func pause() async { do { try await Task.sleep(for: Self.moment) } catch { return } }

  private static var windows: [UnsafeMutablePointer<GtkWindow>] {
    let list = gtk_window_list_toplevels()
    defer { g_list_free(list) }
    return sequence(first: list, next: { $0?.pointee.next }).compactMap {
      $0?.pointee.data?.assumingMemoryBound(to: GtkWindow.self)
    }
  }
}

/// What a handler holds that is set by somebody: it has to end with the widget.
final class Holder {
  /// Says that it was needed.
  func use() {}
}
#endif
