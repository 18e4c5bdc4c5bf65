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
  /// Is near to what is seen, or not any more: what takes much memory is shown only near. It is told of each place that it shows.
  func come(near isNear: Bool)
  /// What assistive technology calls what it shows; empty for the texts in it.
  var name: String { get }
  /// Whether what it shows can be chosen, as a heading can't.
  var isChoice: Bool { get }
}

extension ListRow {
  public var name: String { "" }
  public var isChoice: Bool { true }
  public func come(near isNear: Bool) {}
}

/// A list of any length, of which only the rows that are seen exist.
public final class ListView: Widget {
  private let places: PlaceList
  private let selection: NativeObject
  /// By the item of GTK's that has the row.
  private var rows: [UnsafeMutableRawPointer: any ListRow] = [:]
  private var isSelecting = false
  private var lastNear = 0..<0
  private var swipes: [UnsafeMutableRawPointer: SwipeBox] = [:]
  private let makeRow: () -> any ListRow
  private lazy var lateRows = LateRows { [unowned self] in addRow(to: $0) }

  /// Called when a person selects others.
  public var selected: () -> Void = {}
  /// Called at Enter, or a double click, on a place.
  public var activated: (_ place: Int) -> Void = { _ in }
  /// Called at a click on a place that can be chosen, unless something in its row has taken it.
  public var clicked: (_ place: Int) -> Void = { _ in }

  /// Called at Enter on a row that has the keyboard; a double click is none. Where nothing is to be done then, it is ``activated``.
  public var entered: ((_ place: Int) -> Void)?
  /// What can be done to what is selected, in sections, where a menu is asked for; nil for no menu.
  public var menu: (() -> [[PopupMenu.Item]])?
  /// The menu that is open.
  var popup: PopupMenu?

  /// Whether a click, a touch or Space selects what it is on besides what is selected, or takes it away from that; arrows then only move the keyboard.
  public var clicksAdd = false

  /// Called when a place was moved away with a finger or the pointer; where nothing is to be done then, rows do not move.
  public var swiped: ((_ place: Int) -> Void)?

  /// Makes an empty list.
  ///
  /// - Parameter makeRow: called for each row that is seen at once.
  public init(name: String, _ makeRow: @escaping () -> any ListRow) {
    places = PlaceList()
    // Both take over what they are given.
    let model = gtk_multi_selection_new(OpaquePointer(g_object_ref(places.raw)))
    guard let model, let factory = gtk_signal_list_item_factory_new() else { fatalError("GTK makes no list") }
    selection = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(model)))
    self.makeRow = makeRow
    let maker = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(factory)))
    super.init(gtk_list_view_new(model, factory))
    self.name(name)
    connectRows(to: maker)
    connect("activate") { [weak self] in self?.activated($0.integer(1)) }
    connectKeyboard()
    connectJumps()
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
    scroll(to: 0)
  }

  /// Has a line between rows.
  public func showSeparators() { gtk_list_view_set_show_separators(opaque, 1) }

  /// Has a place seen.
  public func scroll(to place: Int) {
    guard (0..<count).contains(place) else { return }
    gtk_widget_activate_action_variant(pointer, "list.scroll-to-item", g_variant_new_uint32(guint32(place)))
  }

  /// Shows anew what is seen of these places.
  public func reload(_ range: Range<Int>) {
    for (item, row) in rows {
      let place = Int(gtk_list_item_get_position(OpaquePointer(item)))
      if range.contains(place), places.count > place { show(row, place, in: item) }
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

  /// The rows that exist.
  var bound: [BoundPlace] {
    rows.compactMap { item, row in
      around(item).map {
        BoundPlace(
          place: Int(gtk_list_item_get_position(OpaquePointer(item))), isChoice: row.isChoice, widget: $0)
      }
    }
  }

  /// Whether a place is selected.
  public func isSelected(_ place: Int) -> Bool {
    gtk_selection_model_is_selected(selection.opaque, guint(place)) != 0
  }

  /// Selects a place in place of what is selected, as a person does.
  func moveSelection(to place: Int) { gtk_selection_model_select_item(selection.opaque, guint(place), 1) }

  /// What GTK has around a row.
  private func around(_ item: UnsafeMutableRawPointer) -> UnsafeMutablePointer<GtkWidget>? {
    guard let row = rows[item] else { return nil }
    return gtk_widget_get_parent((swipes[item] ?? row.widget).pointer)
  }

  /// Selects a place besides what is selected, or takes it away from that, as a person does.
  public func toggle(_ place: Int) {
    if isSelected(place) {
      gtk_selection_model_unselect_item(selection.opaque, guint(place))
    } else {
      gtk_selection_model_select_item(selection.opaque, guint(place), 0)
    }
  }

  private func connectClicks(to row: Widget, of item: UnsafeMutableRawPointer) {
    guard let gesture = gtk_gesture_click_new() else { return }
    // The row takes it over; this reference is for the signal alone.
    let handle = NativeObject(owning: g_object_ref(UnsafeMutableRawPointer(gesture)))
    handle.connect("pressed") { [weak self] _ in
      // GTK would select it alone.
      if self?.clicksAdd == true { gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED) }
    }
    handle.connect("released") { [weak self] _ in
      guard let self, let row = rows[item] else { return }
      let place = Int(gtk_list_item_get_position(OpaquePointer(item)))
      guard row.isChoice else { return }
      if clicksAdd {
        toggle(place)
        focus(place: place)
      }
      // GTK selects it with the same release, unless what is led to ends the gesture first.
      Task { [weak self] in self?.clicked(place) }
    }
    gtk_widget_add_controller(row.pointer, gesture)
    connectMenu(to: row) { [weak self] in
      guard self?.rows[item]?.isChoice == true else { return nil }
      return Int(gtk_list_item_get_position(OpaquePointer(item)))
    }
  }

  private func show(_ row: any ListRow, _ place: Int, in item: UnsafeMutableRawPointer) {
    swipes[item]?.reset()
    row.show(place)
    row.come(near: near.contains(place))
    let choice: gboolean = row.isChoice ? 1 : 0
    gtk_list_item_set_selectable(OpaquePointer(item), choice)
    gtk_list_item_set_activatable(OpaquePointer(item), choice)
    guard let around = around(item) else { return }
    setName(of: around, row.name.isEmpty ? Self.texts(in: around) : row.name)
  }

  private func swipe(_ row: any ListRow, of item: UnsafeMutableRawPointer) -> Widget? {
    guard swiped != nil else { return nil }
    let box = SwipeBox(row.widget, .start)
    box.mayMove = { [weak row] in row?.isChoice ?? false }
    box.swiped = { [weak self] in self?.swiped?(Int(gtk_list_item_get_position(OpaquePointer(item)))) }
    swipes[item] = box
    return box
  }

  /// Something else is seen.
  func lookAround() {
    let near = near
    guard near != lastNear else { return }
    lastNear = near
    for (item, row) in rows { row.come(near: near.contains(Int(gtk_list_item_get_position(OpaquePointer(item))))) }
  }

  /// Makes the row of an item, and has it show what it is to show.
  private func addRow(to item: UnsafeMutableRawPointer) {
    let row = makeRow()
    rows[item] = row
    connectClicks(to: row.widget, of: item)
    gtk_list_item_set_child(OpaquePointer(item), (swipe(row, of: item) ?? row.widget).pointer)
    show(row, Int(gtk_list_item_get_position(OpaquePointer(item))), in: item)
  }

  private func connectRows(to factory: NativeObject) {
    factory.connect("bind") { [weak self] in
      guard let self, let item = $0.object(1) else { return }
      guard let row = rows[item] else { return lateRows.make(item, beside: rows.values) }
      show(row, Int(gtk_list_item_get_position(OpaquePointer(item))), in: item)
    }
    factory.connect("unbind") { [weak self] in
      guard let self, let item = $0.object(1) else { return }
      lateRows.forget(item)
      rows[item]?.clear()
    }
    factory.connect("teardown") { [weak self] in
      guard let item = $0.object(1) else { return }
      gtk_list_item_set_child(OpaquePointer(item), nil)
      self?.rows[item] = nil
      self?.swipes[item] = nil
    }
  }
}
#endif
