#if Desktop
internal import CAdwaita

/// A row of a list, which shows one place after another while somebody scrolls.
public protocol ListRow: AnyObject {
  /// What is seen. All rows of a list must be equally high.
  var widget: Widget { get }
  /// Shows what stands at a place.
  func show(_ place: Int)
  /// Shows nothing, and lets go of what it showed.
  func clear()
}

/// A list of any length, of which only the rows that are seen exist.
public final class ListView: Widget {
  private let places: PlaceList
  private let selection: NativeObject
  /// By the item of GTK's that has the row.
  private var rows: [UnsafeMutableRawPointer: any ListRow] = [:]
  private var isSelecting = false

  /// Called when a person selects others.
  public var selected: () -> Void = {}
  /// Called at Enter, or a double click, on a place.
  public var activated: (_ place: Int) -> Void = { _ in }
  /// Called at a click on a place, unless something in its row has taken it.
  public var clicked: (_ place: Int) -> Void = { _ in }

  /// Makes an empty list.
  ///
  /// - Parameter makeRow: called for each row that is seen at once.
  public init(name: String, _ makeRow: @escaping () -> any ListRow) {
    places = PlaceList()
    // Both take over what they are given.
    let model = gtk_multi_selection_new(OpaquePointer(g_object_ref(places.raw)))
    guard let model, let factory = gtk_signal_list_item_factory_new() else { fatalError("GTK makes no list") }
    selection = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(model)))
    let maker = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(factory)))
    super.init(gtk_list_view_new(model, factory))
    self.name(name)
    connectRows(to: maker, makeRow)
    connect("activate") { [weak self] in self?.activated($0.integer(1)) }
    selection.connect("selection-changed") { [weak self] _ in
      guard let self, !isSelecting else { return }
      selected()
    }
  }

  /// How many places there are.
  public var count: Int { places.count }

  /// Places have gone, and others have come instead. Where the first place was seen, it is seen afterwards: GTK would keep showing the rows
  /// that it showed, and what comes above them would go unnoticed.
  public func replace(at place: Int, removing removed: Int, inserting inserted: Int) {
    let isAtTop = gtk_scrollable_get_vadjustment(opaque).map { gtk_adjustment_get_value($0) <= 0 } ?? true
    places.replace(at: place, removing: removed, inserting: inserted)
    guard isAtTop, count > 0 else { return }
    gtk_widget_activate_action_variant(pointer, "list.scroll-to-item", g_variant_new_uint32(0))
  }

  /// Shows anew what is seen of these places.
  public func reload(_ range: Range<Int>) {
    for (item, row) in rows {
      let place = Int(gtk_list_item_get_position(OpaquePointer(item)))
      if range.contains(place), places.count > place { row.show(place) }
    }
  }

  /// The places that are selected, the first one first.
  public var selectedPlaces: [Int] {
    guard let set = gtk_selection_model_get_selection(selection.opaque) else { return [] }
    defer { gtk_bitset_unref(set) }
    let count = gtk_bitset_get_size(set)
    return (0..<count).map { Int(gtk_bitset_get_nth(set, guint($0))) }
  }

  /// Selects these places and no others, without ``selected``.
  public func select(_ selected: [Int]) {
    guard selected != selectedPlaces else { return }
    isSelecting = true
    defer { isSelecting = false }
    gtk_selection_model_unselect_all(selection.opaque)
    for place in selected { gtk_selection_model_select_item(selection.opaque, guint(place), 0) }
  }

  private func connectClicks(to row: Widget, of item: UnsafeMutableRawPointer) {
    guard let gesture = gtk_gesture_click_new() else { return }
    // The row takes it over; this reference is for the signal alone.
    let handle = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(gesture)))
    handle.connect("released") { [weak self] _ in
      guard let self, rows[item] != nil else { return }
      clicked(Int(gtk_list_item_get_position(OpaquePointer(item))))
    }
    gtk_widget_add_controller(row.pointer, gesture)
  }

  private func connectRows(to factory: NativeObject, _ makeRow: @escaping () -> any ListRow) {
    factory.connect("setup") { [weak self] in
      guard let item = $0.object(1) else { return }
      let row = makeRow()
      self?.rows[item] = row
      self?.connectClicks(to: row.widget, of: item)
      gtk_list_item_set_child(OpaquePointer(item), row.widget.pointer)
    }
    factory.connect("bind") { [weak self] in
      guard let item = $0.object(1) else { return }
      self?.rows[item]?.show(Int(gtk_list_item_get_position(OpaquePointer(item))))
    }
    factory.connect("unbind") { [weak self] in
      guard let item = $0.object(1) else { return }
      self?.rows[item]?.clear()
    }
    factory.connect("teardown") { [weak self] in
      guard let item = $0.object(1) else { return }
      gtk_list_item_set_child(OpaquePointer(item), nil)
      self?.rows[item] = nil
    }
  }
}
#endif
