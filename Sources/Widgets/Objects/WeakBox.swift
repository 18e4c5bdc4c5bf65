#if Desktop
internal import CAdwaita

/// Holds an object weakly, for a handler in C that may outlive it.
final class WeakBox<Object: AnyObject> {
  weak var object: Object?

  init(_ object: Object) { self.object = object }

  /// A box as C holds it, until ``releaseBox`` or whoever takes it over.
  static func retained(_ object: Object) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(WeakBox(object)).toOpaque()
  }

  /// The object that a box held by C is about.
  static func object(in box: UnsafeMutableRawPointer?) -> Object? {
    box.flatMap { Unmanaged<WeakBox>.fromOpaque($0).takeUnretainedValue().object }
  }
}

/// Lets go of a box that was handed to a signal.
let releaseBox: GClosureNotify = { box, _ in
  if let box { Unmanaged<AnyObject>.fromOpaque(box).release() }
}
#endif
