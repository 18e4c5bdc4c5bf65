#if Desktop
internal import CAdwaita

/// What is in a widget of GTK's, in its order.
func children(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
  var found: [UnsafeMutablePointer<GtkWidget>] = []
  var next = gtk_widget_get_first_child(widget)
  while let child = next {
    found.append(child)
    next = gtk_widget_get_next_sibling(child)
  }
  return found
}

/// What GTK itself has put into a widget, of a class of the given name, however deep; what is of it has no other of it inside.
func parts(of widget: UnsafeMutablePointer<GtkWidget>, named type: String) -> [UnsafeMutablePointer<GtkWidget>] {
  children(of: widget).flatMap { child in
    let name = vault_type_name(child).map { String(cString: $0) }
    return name == type ? [child] : parts(of: child, named: type)
  }
}

/// What assistive technology calls a widget of GTK's.
func setName(of widget: UnsafeMutablePointer<GtkWidget>, _ name: String) {
  let accessible = OpaquePointer(widget)
  gtk_accessible_reset_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
  var property = GTK_ACCESSIBLE_PROPERTY_LABEL
  var value = GValue()
  g_value_init(&value, vault_type_string())
  g_value_set_string(&value, name)
  gtk_accessible_update_property_value(accessible, 1, &property, &value)
  g_value_unset(&value)
  // Rows of libadwaita's are called after their title besides, and would be called that twice.
  gtk_accessible_reset_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
}
#endif
