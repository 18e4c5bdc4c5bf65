#if Desktop
internal import CAdwaita

extension Widget {
  /// Keeps what it draws in the room that it has: letters with stacks of marks are drawn far above and below their line, over what stands there.
  func clip() { gtk_widget_set_overflow(pointer, GTK_OVERFLOW_HIDDEN) }

  /// The same for each label of GTK's own that is in it now.
  func clipLabels() {
    for label in parts(of: pointer, named: "GtkLabel") { gtk_widget_set_overflow(label, GTK_OVERFLOW_HIDDEN) }
  }
}
#endif
