#if Desktop
internal import CAdwaita

extension ListView {
  /// What is to be read in a row, which GTK 4.8 makes no name of.
  static func texts(in row: UnsafeMutablePointer<GtkWidget>) -> String {
    parts(of: row, named: "GtkLabel").filter { gtk_widget_get_visible($0) != 0 }
      .map { String(cString: gtk_label_get_text(OpaquePointer($0))) }.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
#endif
