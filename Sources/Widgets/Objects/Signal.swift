#if Desktop
internal import CAdwaita

extension NativeObject {
  /// Calls a closure whenever the object emits a signal that wants no answer, for as long as GTK's object lives.
  func connect(_ signal: String, _ body: @escaping (SignalValues) -> Void) {
    let handler = Unmanaged.passRetained(SignalHandler(body)).toOpaque()
    guard let closure = g_closure_new_simple(vault_closure_size(), handler) else { return }
    g_closure_add_finalize_notifier(closure, handler) { handler, _ in
      if let handler { Unmanaged<SignalHandler>.fromOpaque(handler).release() }
    }
    g_closure_set_marshal(closure) { closure, _, count, values, _, _ in
      guard let closure, let handler = vault_closure_data(closure) else { return }
      let values = SignalValues(values: UnsafeBufferPointer(start: values, count: Int(count)))
      Unmanaged<SignalHandler>.fromOpaque(handler).takeUnretainedValue().body(values)
    }
    g_signal_connect_closure(raw, signal, closure, 0)
  }
}

/// What a signal comes with; the first value is the object that emits it. Not to be kept.
struct SignalValues {
  let values: UnsafeBufferPointer<GValue>

  func integer(_ index: Int) -> Int { Int(g_value_get_uint(pointer(index))) }

  func object(_ index: Int) -> UnsafeMutableRawPointer? { g_value_get_object(pointer(index)) }

  func text(_ index: Int) -> String? { g_value_get_string(pointer(index)).map { String(cString: $0) } }

  private func pointer(_ index: Int) -> UnsafePointer<GValue>? {
    values.baseAddress.map { $0 + index }
  }
}

private final class SignalHandler {
  let body: (SignalValues) -> Void

  init(_ body: @escaping (SignalValues) -> Void) { self.body = body }
}
#endif
