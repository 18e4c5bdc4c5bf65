#if Desktop
internal import CAdwaita

extension NativeObject {
  /// Calls a closure whenever the object emits a signal that wants no answer, for as long as GTK's object lives.
  func connect(_ signal: String, _ body: @escaping (SignalValues) -> Void) {
    attach(signal) {
      body($0)
      return nil
    }
  }

  /// The same for a signal that asks whether it is to go no further.
  ///
  /// - Parameter isLast: whether it is asked after the object's own class.
  func connectAsked(_ signal: String, isLast: Bool = false, _ body: @escaping (SignalValues) -> Bool) {
    attach(signal, isLast: isLast) { body($0) }
  }

  private func attach(_ signal: String, isLast: Bool = false, _ body: @escaping (SignalValues) -> Bool?) {
    let handler = Unmanaged.passRetained(SignalHandler(body)).toOpaque()
    guard let closure = g_closure_new_simple(vault_closure_size(), handler) else { return }
    g_closure_add_finalize_notifier(closure, handler) { handler, _ in
      if let handler { Unmanaged<SignalHandler>.fromOpaque(handler).release() }
    }
    g_closure_set_marshal(closure) { closure, answer, count, values, _, _ in
      guard let closure, let handler = vault_closure_data(closure) else { return }
      let values = SignalValues(values: UnsafeBufferPointer(start: values, count: Int(count)))
      let isTaken = Unmanaged<SignalHandler>.fromOpaque(handler).takeUnretainedValue().body(values)
      if let isTaken, let answer { g_value_set_boolean(answer, isTaken ? 1 : 0) }
    }
    g_signal_connect_closure(raw, signal, closure, isLast ? 1 : 0)
  }
}

/// What a signal comes with; the first value is the object that emits it. Not to be kept.
struct SignalValues {
  let values: UnsafeBufferPointer<GValue>

  func integer(_ index: Int) -> Int { Int(g_value_get_uint(pointer(index))) }

  func object(_ index: Int) -> UnsafeMutableRawPointer? { g_value_get_object(pointer(index)) }

  func boxed(_ index: Int) -> UnsafeMutableRawPointer? { g_value_get_boxed(pointer(index)) }

  func signedInteger(_ index: Int) -> Int { Int(g_value_get_int(pointer(index))) }

  func number(_ index: Int) -> Double { g_value_get_double(pointer(index)) }

  /// A text that no string is made of; not to be kept.
  func bytes(_ index: Int) -> UnsafeRawBufferPointer? {
    g_value_get_string(pointer(index)).map { UnsafeRawBufferPointer(start: $0, count: strlen($0)) }
  }

  func text(_ index: Int) -> String? { g_value_get_string(pointer(index)).map { String(cString: $0) } }

  /// A text of a variant, unless it is of another type or longer than so many bytes.
  func variantText(_ index: Int, atMost byteCount: Int) -> String? {
    guard let variant = g_value_get_variant(pointer(index)), String(cString: g_variant_get_type_string(variant)) == "s"
    else { return nil }
    var length: gsize = 0
    guard let text = g_variant_get_string(variant, &length), length <= byteCount else { return nil }
    return String(cString: text)
  }

  /// The first of an array of files.
  func firstFile(_ index: Int, count: Int) -> OpaquePointer? {
    guard g_value_get_int(pointer(count)) > 0 else { return nil }
    return g_value_get_pointer(pointer(index))?.assumingMemoryBound(to: OpaquePointer?.self).pointee
  }

  private func pointer(_ index: Int) -> UnsafePointer<GValue>? {
    values.baseAddress.map { $0 + index }
  }
}

private final class SignalHandler {
  let body: (SignalValues) -> Bool?

  init(_ body: @escaping (SignalValues) -> Bool?) { self.body = body }
}
#endif
