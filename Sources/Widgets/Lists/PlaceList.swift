#if Desktop
internal import CAdwaita

/// A model of GTK's for a list of which only the number of rows is known: each item says which place it had when it was asked for.
final class PlaceList: NativeObject {
  init() { super.init(owning: g_object_new_with_properties(Self.type, 0, nil, nil)) }

  var count: Int { Int(list.pointee.count) }

  /// Rows have gone, and others have come in their place.
  func replace(at row: Int, removing removed: Int, inserting inserted: Int) {
    list.pointee.count = guint(count - removed + inserted)
    g_list_model_items_changed(opaque, guint(row), guint(removed), guint(inserted))
  }

  private var list: UnsafeMutablePointer<VaultPlaceList> { typed() }

  /// The class of the items.
  private static let place: GType = g_type_register_static_simple(
    g_object_get_type(), "VaultPlace", guint(MemoryLayout<VaultPlaceClass>.size), nil,
    guint(MemoryLayout<VaultPlace>.size), nil, GTypeFlags(rawValue: 0))

  private static let type: GType = {
    let type = g_type_register_static_simple(
      g_object_get_type(), "VaultPlaceList", guint(MemoryLayout<VaultPlaceListClass>.size), nil,
      guint(MemoryLayout<VaultPlaceList>.size), nil, GTypeFlags(rawValue: 0))
    var interface = GInterfaceInfo(
      interface_init: { interface, _ in
        guard let model = interface?.assumingMemoryBound(to: GListModelInterface.self) else { return }
        model.pointee.get_item_type = { _ in PlaceList.place }
        model.pointee.get_n_items = { list in PlaceList.count(of: list) }
        model.pointee.get_item = { list, number in PlaceList.item(number, of: list) }
      }, interface_finalize: nil, interface_data: nil)
    g_type_add_interface_static(type, g_list_model_get_type(), &interface)
    return type
  }()

  private static func count(of list: OpaquePointer?) -> guint {
    guard let list else { return 0 }
    return UnsafeMutablePointer<VaultPlaceList>(list).pointee.count
  }

  private static func item(_ number: guint, of list: OpaquePointer?) -> UnsafeMutableRawPointer? {
    guard number < count(of: list), let item = g_object_new_with_properties(place, 0, nil, nil) else { return nil }
    UnsafeMutableRawPointer(item).assumingMemoryBound(to: VaultPlace.self).pointee.number = number
    return UnsafeMutableRawPointer(item)
  }
}
#endif
