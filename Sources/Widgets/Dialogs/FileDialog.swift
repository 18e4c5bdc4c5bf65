#if Desktop
internal import CAdwaita
internal import Localization

/// Asks for a file. It is GTK's own dialog: those of the desktop's portals are not shown to a program that forbids others to look into it.
public enum FileDialog {
  /// Asks which file to read.
  ///
  /// - Returns: its path; nil where the person declines, or the file is none of this machine's.
  public static func open(over window: Window, title: String, confirmation: String) async -> String? {
    await ask(over: window, title, confirmation, GTK_FILE_CHOOSER_ACTION_OPEN, name: nil)
  }

  /// Asks where to write a file.
  ///
  /// - Parameter name: what it is called unless the person says otherwise.
  public static func save(over window: Window, title: String, confirmation: String, name: String) async -> String? {
    await ask(over: window, title, confirmation, GTK_FILE_CHOOSER_ACTION_SAVE, name: name)
  }

  /// Asks where to write a file, and as which of several.
  ///
  /// - Parameters:
  ///   - question: stands in front of the words.
  ///   - words: the first is chosen unless the person says otherwise.
  /// - Returns: the path, and the place of the word; nil where the person declines.
  public static func save(
    over window: Window, title: String, confirmation: String, name: String, question: String, words: [String]
  ) async -> (path: String, choice: Int)? {
    var choice = 0
    let path = await ask(over: window, title, confirmation, GTK_FILE_CHOOSER_ACTION_SAVE, name: name) { dialog in
      add(question, words, to: dialog)
    } chosen: { dialog in
      choice = gtk_file_chooser_get_choice(dialog.opaque, choiceName).flatMap { Int(String(cString: $0)) } ?? 0
    }
    return path.map { ($0, words.indices.contains(choice) ? choice : 0) }
  }

  private static let choiceName = "choice"

  private static func add(_ question: String, _ words: [String], to dialog: Widget) {
    var names = words.indices.map { strdup("\($0)") } + [nil]
    var labels = words.map { strdup($0) } + [nil]
    defer { for text in names + labels { free(text) } }
    names.withUnsafeMutableBufferPointer { names in
      labels.withUnsafeMutableBufferPointer { labels in
        names.baseAddress?.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: names.count) { names in
          labels.baseAddress?.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: labels.count) { labels in
            gtk_file_chooser_add_choice(dialog.opaque, choiceName, question, names, labels)
          }
        }
      }
    }
    gtk_file_chooser_set_choice(dialog.opaque, choiceName, "0")
    for list in parts(of: dialog.pointer, named: "GtkDropDown") {
      // GTK's own is for kinds of files, and there are none to choose.
      guard let model = gtk_drop_down_get_model(OpaquePointer(list)), g_list_model_get_n_items(model) > 0 else {
        gtk_widget_set_visible(list, 0)
        continue
      }
      DropDown.name(list, question)
    }
  }

  private static func ask(
    over window: Window, _ title: String, _ confirmation: String, _ action: GtkFileChooserAction, name: String?,
    prepare: (Widget) -> Void = { _ in }, chosen: @escaping (Widget) -> Void = { _ in }
  ) async -> String? {
    guard let made = g_object_new_with_properties(gtk_file_chooser_dialog_get_type(), 0, nil, nil) else { return nil }
    let dialog = Widget(UnsafeMutableRawPointer(made).assumingMemoryBound(to: GtkWidget.self))
    gtk_window_set_title(dialog.typed(), title)
    gtk_window_set_transient_for(dialog.typed(), window.front)
    gtk_window_set_modal(dialog.typed(), 1)
    gtk_file_chooser_set_action(dialog.opaque, action)
    if let name { gtk_file_chooser_set_current_name(dialog.opaque, name) }
    prepare(dialog)
    gtk_dialog_add_button(dialog.typed(), localized("Cancel"), GTK_RESPONSE_CANCEL.rawValue)
    gtk_dialog_add_button(dialog.typed(), confirmation, GTK_RESPONSE_ACCEPT.rawValue)
    gtk_dialog_set_default_response(dialog.typed(), GTK_RESPONSE_ACCEPT.rawValue)
    // It lives until it is answered.
    defer { withExtendedLifetime(dialog) {} }
    return await withCheckedContinuation { continuation in
      dialog.connect("response") { [weak dialog] values in
        guard let dialog else { return }
        let path = values.signedInteger(1) == Int(GTK_RESPONSE_ACCEPT.rawValue) ? path(in: dialog) : nil
        chosen(dialog)
        gtk_window_destroy(dialog.typed())
        continuation.resume(returning: path)
      }
      gtk_window_present(dialog.typed())
    }
  }

  private static func path(in dialog: Widget) -> String? {
    guard let file = gtk_file_chooser_get_file(dialog.opaque) else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    guard let path = g_file_get_path(file) else { return nil }
    defer { g_free(path) }
    return String(cString: path)
  }
}
#endif
