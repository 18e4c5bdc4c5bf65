#if Desktop
internal import CAdwaita

/// An object of GLib's, kept for as long as this one lives.
///
/// Only this module sees the pointer. Whoever holds a `NativeObject` and is held by one of its signals makes a circle: the
/// closure has to hold it weakly.
@MainActor
public class NativeObject {
  let raw: UnsafeMutableRawPointer

  /// Takes over a new object: also one whose first reference nobody owns yet, as GTK makes widgets.
  init(adopting raw: UnsafeMutableRawPointer) {
    self.raw = g_object_ref_sink(raw)
  }

  /// Takes over an object with the reference that the caller owns.
  init(owning raw: UnsafeMutableRawPointer) {
    self.raw = raw
  }

  isolated deinit { g_object_unref(raw) }

  /// The pointer, as a function of GTK wants it whose type has a public structure.
  func typed<Object>(_: Object.Type = Object.self) -> UnsafeMutablePointer<Object> {
    raw.assumingMemoryBound(to: Object.self)
  }

  /// The pointer, as a function of GTK wants it whose type has none.
  var opaque: OpaquePointer { OpaquePointer(raw) }
}
#endif
