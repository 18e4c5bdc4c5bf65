#if Desktop
internal import CAdwaita

extension Widget {
  /// Calls a closure once GTK has done all that it is about, before it takes the next key or click.
  func onReturn(_ body: @escaping () -> Void) {
    g_idle_add_full(
      G_PRIORITY_HIGH,
      { handler in
        if let handler { Unmanaged<FrameHandler>.fromOpaque(handler).takeUnretainedValue().body() }
        return 0  // once
      }, Unmanaged.passRetained(FrameHandler(body)).toOpaque(),
      { handler in
        if let handler { Unmanaged<FrameHandler>.fromOpaque(handler).release() }
      })
  }

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

private final class FrameHandler {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
}
#endif
