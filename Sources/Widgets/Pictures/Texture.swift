#if Desktop
internal import CAdwaita

/// Pixels that can be drawn.
public final class Texture: NativeObject {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int

  /// Copies pixels.
  ///
  /// - Parameters:
  ///   - rgba: red, green, blue and alpha of each pixel, row by row, not multiplied by alpha.
  /// - Returns: nil where these are not as many as it takes.
  public init?(width: Int, height: Int, rgba: ArraySlice<UInt8>) {
    guard width > 0, height > 0, rgba.count == width * height * 4 else { return nil }
    let bytes = rgba.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    guard let made = gdk_memory_texture_new(gint(width), gint(height), GDK_MEMORY_R8G8B8A8, bytes, gsize(width * 4))
    else { return nil }
    (self.width, self.height) = (width, height)
    super.init(owning: UnsafeMutableRawPointer(made))
  }

  /// The same, as large as so many of its pixels for one; nil where that can't be drawn.
  func scaled(by factor: Double) -> NativeObject? {
    let size = (width: max(1, Double(width) * factor), height: max(1, Double(height) * factor))
    guard let snapshot = gtk_snapshot_new() else { return nil }
    gdk_paintable_snapshot(opaque, snapshot, size.width, size.height)
    var room = graphene_size_t(width: Float(size.width), height: Float(size.height))
    return gtk_snapshot_free_to_paintable(snapshot, &room).map { NativeObject(owning: UnsafeMutableRawPointer($0)) }
  }
}
#endif
