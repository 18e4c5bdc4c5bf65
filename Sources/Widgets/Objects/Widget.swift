#if Desktop
internal import CAdwaita

/// Anything that is seen.
public class Widget: NativeObject {
  var pointer: UnsafeMutablePointer<GtkWidget> { typed() }

  /// What is in it. GTK keeps only its own half of a child: without the other one nobody would hear a press.
  private var children: [ObjectIdentifier: Widget] = [:]

  init(_ made: UnsafeMutablePointer<GtkWidget>) { super.init(adopting: made) }

  /// Has a child live for as long as this, or until ``release(_:)``; every container does that with what it is given.
  func keep(_ child: Widget) { children[ObjectIdentifier(child)] = child }

  /// Lets go of a child.
  func release(_ child: Widget) { children[ObjectIdentifier(child)] = nil }

  /// Whether it takes part.
  public var isVisible: Bool {
    get { gtk_widget_get_visible(pointer) != 0 }
    set { gtk_widget_set_visible(pointer, newValue ? 1 : 0) }
  }

  private var formerFocus: KeyboardMemory?

  /// Whether it can be used. What had the keyboard in it when that ended has it again, unless something else has it by then.
  public var isEnabled: Bool {
    get { gtk_widget_get_sensitive(pointer) != 0 }
    set {
      guard newValue != isEnabled else { return }
      if !newValue { formerFocus = KeyboardMemory(in: pointer) }
      gtk_widget_set_sensitive(pointer, newValue ? 1 : 0)
      if newValue { formerFocus?.restore(in: pointer) }
      if newValue { formerFocus = nil }
    }
  }

  /// What is shown beside the pointer, and what assistive technology says of it.
  public var toolTip: String = "" {
    didSet {
      // GTK asks the display where the pointer is, and waits for the answer, for every visible widget that gets one: two hundred times for
      // the rows of a list that are not even in a window yet.
      let isInVain = gtk_widget_get_root(pointer) == nil && gtk_widget_get_visible(pointer) != 0
      if isInVain { gtk_widget_set_visible(pointer, 0) }
      gtk_widget_set_tooltip_text(pointer, toolTip.isEmpty ? nil : toolTip)
      if isInVain { gtk_widget_set_visible(pointer, 1) }
    }
  }

  /// What assistive technology calls it, whatever word is on it.
  public func name(_ name: String) { setName(of: pointer, name) }

  /// Gives it the looks of a class of the theme's or of ``StyleSheet``'s, or takes them away.
  public func style(_ name: String, _ isOn: Bool = true) {
    if isOn { gtk_widget_add_css_class(pointer, name) } else { gtk_widget_remove_css_class(pointer, name) }
  }

  /// Takes the keyboard.
  public func focus() { gtk_widget_grab_focus(pointer) }

  /// Has the first thing in it that takes the keyboard do so.
  public func focusFirst() { gtk_widget_child_focus(pointer, GTK_DIR_TAB_FORWARD) }

  /// Whether it, or something in it, has the keyboard.
  public var hasFocus: Bool {
    gtk_widget_get_state_flags(pointer).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
  }

  /// Whether it, or something in it, has the keyboard, or has it as soon as its window is in front again.
  public var holdsKeyboard: Bool { KeyboardMemory.has(pointer) }

  /// Whether the pointer is on it, or on something in it.
  public var isPointedAt: Bool { gtk_widget_get_state_flags(pointer).rawValue & GTK_STATE_FLAG_PRELIGHT.rawValue != 0 }

  /// Calls a closure when it, or something in it, may have got or lost the keyboard.
  public func onFocusChange(_ body: @escaping (_ hasFocus: Bool) -> Void) {
    connect("state-flags-changed") { [weak self] _ in
      if let self { body(hasFocus) }
    }
  }

  /// Takes the room that is left over.
  public func expand(horizontally: Bool = false, vertically: Bool = false) {
    if horizontally { gtk_widget_set_hexpand(pointer, 1) }
    if vertically { gtk_widget_set_vexpand(pointer, 1) }
  }

  /// Where it lies in the room it has.
  public func align(horizontally: Alignment? = nil, vertically: Alignment? = nil) {
    if let horizontally { gtk_widget_set_halign(pointer, horizontally.native) }
    if let vertically { gtk_widget_set_valign(pointer, vertically.native) }
  }

  /// Switches a property on.
  func flag(_ property: String) {
    var value = GValue()
    g_value_init(&value, vault_type_boolean())
    g_value_set_boolean(&value, 1)
    g_object_set_property(typed(), property, &value)
    g_value_unset(&value)
  }

  /// Room around it, in pixels.
  public func margin(_ pixels: Int) {
    let pixels = gint(pixels)
    gtk_widget_set_margin_top(pointer, pixels)
    gtk_widget_set_margin_bottom(pointer, pixels)
    gtk_widget_set_margin_start(pointer, pixels)
    gtk_widget_set_margin_end(pointer, pixels)
  }

  /// Room below it, so that what it ends with can be moved from under a message (``ToastOverlay``).
  public func leaveRoomForMessages() { gtk_widget_set_margin_bottom(pointer, 84) }

  /// How high it would be at a width, in pixels, with all of its lines.
  public func height(atWidth width: Int) -> Int {
    var height: gint = 0
    gtk_widget_measure(pointer, GTK_ORIENTATION_VERTICAL, gint(width), nil, &height, nil, nil)
    return Int(height)
  }

  /// The least that it takes, in pixels.
  public func minimumSize(width: Int? = nil, height: Int? = nil) {
    gtk_widget_set_size_request(pointer, gint(width ?? -1), gint(height ?? -1))
  }
}

/// Where something lies in the room it has.
public enum Alignment {
  /// All of it.
  case fill
  /// Where lines begin.
  case start
  /// Where lines end.
  case end
  /// In the middle.
  case center

  var native: GtkAlign {
    switch self {
    case .fill: GTK_ALIGN_FILL
    case .start: GTK_ALIGN_START
    case .end: GTK_ALIGN_END
    case .center: GTK_ALIGN_CENTER
    }
  }
}

/// In which direction things lie beside each other.
public enum Direction {
  /// Side by side.
  case horizontal
  /// One below the other.
  case vertical

  var native: GtkOrientation { self == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL }
}
#endif
