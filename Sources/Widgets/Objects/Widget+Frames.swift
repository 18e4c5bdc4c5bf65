#if Desktop
internal import CAdwaita

extension Widget {
  /// Calls a closure once, with the next frame that is drawn of its window: not while that is busy or not seen.
  public func onNextFrame(_ body: @escaping () -> Void) {
    let handler = Unmanaged.passRetained(FrameHandler(body)).toOpaque()
    gtk_widget_add_tick_callback(
      pointer,
      { _, _, handler in
        if let handler { Unmanaged<FrameHandler>.fromOpaque(handler).takeUnretainedValue().body() }
        return 0  // once
      }, handler,
      { handler in
        if let handler { Unmanaged<FrameHandler>.fromOpaque(handler).release() }
      })
  }
}

extension Widget {
  /// Has everything of its window drawn anew with each of the next frames: what draws without a graphics card keeps the pixels of former frames until then.
  func redrawWindow(frames count: Int) {
    guard let root = gtk_widget_get_root(pointer) else { return }
    let window = UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self)
    gtk_widget_queue_draw(window)
    let counter = Unmanaged.passRetained(FrameCounter(count)).toOpaque()
    gtk_widget_add_tick_callback(
      window,
      { window, _, counter in
        gtk_widget_queue_draw(window)
        guard let counter else { return 0 }
        return Unmanaged<FrameCounter>.fromOpaque(counter).takeUnretainedValue().goesOn() ? 1 : 0
      }, counter,
      { counter in
        if let counter { Unmanaged<FrameCounter>.fromOpaque(counter).release() }
      })
  }
}

private final class FrameCounter {
  private var left: Int

  init(_ count: Int) { left = count }

  /// Counts one more; whether another one is to come.
  func goesOn() -> Bool {
    left -= 1
    return left > 0
  }
}

private final class FrameHandler {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
}
#endif
