#if Desktop
internal import CAdwaita

/// Calls the buttons of a dialog of libadwaita's what stands on them; its version 1.2 gives them no name.
func nameButtons(of dialog: Widget) {
  for button in parts(of: dialog.pointer, named: "GtkButton") {
    guard let label = parts(of: button, named: "GtkLabel").first, let text = gtk_label_get_text(OpaquePointer(label))
    else { continue }
    setName(of: button, String(cString: text))
  }
}
#endif
