#if Desktop
internal import CAdwaita

/// The letters in entries that show none of what is typed.
///
/// GTK answers any program on the bus of accessibility that asks for a letter by its place, in these entries as in others. So GTK itself gets an asterisk for
/// each from their buffers, and the letters are had here alone.
enum HiddenLetters {
  private typealias Reading =
    @convention(c) (
      UnsafeMutablePointer<GtkEntryBuffer>?, UnsafeMutablePointer<gsize>?
    ) -> UnsafePointer<CChar>?

  /// GTK's own, since ``keep()``.
  nonisolated(unsafe) private static var reading: Reading?
  nonisolated(unsafe) private static var isOwn = false

  /// The most letters that GTK has in an entry.
  nonisolated private static let maximumCount = Int(UInt16.max)
  /// As many asterisks, and an end.
  nonisolated(unsafe) private static let asterisks: UnsafeMutablePointer<CChar> = {
    let made = UnsafeMutablePointer<CChar>.allocate(capacity: maximumCount + 1)
    made.initialize(repeating: CChar(UInt8(ascii: "*")), count: maximumCount)
    (made + maximumCount).initialize(to: 0)
    return made
  }()

  /// Has the buffers of all such entries keep their letters from now on.
  static func keep() {
    guard reading == nil, let kind = g_type_class_ref(gtk_password_entry_buffer_get_type()) else { return }
    let buffers = kind.assumingMemoryBound(to: GtkEntryBufferClass.self)
    reading = buffers.pointee.get_text
    buffers.pointee.get_text = { buffer, byteCount in
      if HiddenLetters.isOwn { return HiddenLetters.reading?(buffer, byteCount) }
      let count = min(Int(gtk_entry_buffer_get_length(buffer)), HiddenLetters.maximumCount)
      byteCount?.pointee = gsize(count)
      return UnsafePointer(HiddenLetters.asterisks + HiddenLetters.maximumCount - count)
    }
  }

  /// What was typed into an entry, until that changes.
  static func text(of entry: Widget) -> UnsafePointer<CChar>? {
    isOwn = true
    defer { isOwn = false }
    return gtk_editable_get_text(entry.opaque)
  }
}
#endif
