#if Desktop && DEBUG
internal import CAdwaita
@testable internal import Widgets

/// Knows what was made and is still there.
///
/// GLib's weak references are told of the end of a window's use, not of the end of its memory; what hangs on an object as data ends with
/// the memory.
final class Watch {
  private var marks: [ObjectIdentifier: Weak] = [:]
  /// How many objects were made.
  private(set) var made = 0

  private struct Weak {
    weak var object: AnyObject?
    let name: String
  }

  /// Ends with the memory of an object of GLib's.
  private final class Mark {}

  /// Expects an object of Swift's to end, and with it what it has of GLib's.
  func expect(_ object: AnyObject) {
    add(object, "\(type(of: object))")
    if let native = object as? NativeObject { expect(native: native.raw) }
  }

  /// Expects a widget of GTK's to end, and all that is in it.
  func expectTree(_ widget: UnsafeMutablePointer<GtkWidget>) {
    expect(native: UnsafeMutableRawPointer(widget))
    var next = gtk_widget_get_first_child(widget)
    while let child = next {
      // GTK keeps what shows a tip for the next one.
      if Self.typeName(child) != "GtkTooltipWindow" { expectTree(child) }
      next = gtk_widget_get_next_sibling(child)
    }
  }

  /// How many have not ended, by their types; what was found too many counts as one of them.
  var left: [String: Int] {
    marks.values.filter { $0.object != nil }.reduce(into: excesses) { $0[$1.name, default: 0] += 1 }
  }

  /// More were there at once than may be.
  private var excesses: [String: Int] = [:]

  /// Expects no more objects of a type now than so many.
  func expect(atMost count: Int, of type: String) {
    let present = marks.values.count { $0.object != nil && $0.name == type }
    if present > count { excesses["too many \(type)"] = present }
  }

  private func expect(native: UnsafeMutableRawPointer) {
    let object = native.assumingMemoryBound(to: GObject.self)
    guard g_object_get_data(object, Self.key) == nil else { return }
    let mark = Mark()
    add(mark, Self.typeName(native))
    g_object_set_data_full(object, Self.key, Unmanaged.passRetained(mark).toOpaque()) { mark in
      if let mark { Unmanaged<AnyObject>.fromOpaque(mark).release() }
    }
  }

  private func add(_ object: AnyObject, _ name: String) {
    made += 1
    marks[ObjectIdentifier(object)] = Weak(object: object, name: name)
  }

  private static func typeName(_ object: UnsafeMutableRawPointer) -> String {
    String(cString: g_type_name_from_instance(object.assumingMemoryBound(to: GTypeInstance.self)))
  }

  private static let key = "vault-watched"
}
#endif
