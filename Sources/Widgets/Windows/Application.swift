#if Desktop
internal import CAdwaita

/// The program on the desktop: one for each user and id, whoever starts it again.
///
/// What it is told comes over the session bus, from any program there: ``opened`` as well as the actions of ``export(_:_:)``.
public final class Application: NativeObject {
  /// Called when it is started, and whenever somebody starts it once more.
  public var activated: () -> Void = {}
  /// Called with an address that it is to open, at most ``maximumByteCount`` long; empty for a longer one. Of several only the first.
  public var opened: (String) -> Void = { _ in }

  /// The longest text that is taken from outside, in bytes.
  public static let maximumByteCount = 4096

  /// Makes one.
  ///
  /// - Parameter id: as D-Bus names it, for instance `org.example.Program`.
  public init(id: String) {
    TaskQueue.install()
    guard let application = adw_application_new(id, G_APPLICATION_HANDLES_OPEN) else {
      fatalError("\(id) is no application id")
    }
    super.init(owning: UnsafeMutableRawPointer(application))
    connect("startup") { [weak self] _ in self?.harden() }
    connect("activate") { [weak self] _ in self?.activated() }
    connect("open") { [weak self] values in
      guard let file = values.firstFile(1, count: 2), let address = g_file_get_uri(file) else { return }
      defer { g_free(address) }
      self?.opened(strnlen(address, Self.maximumByteCount + 1) > Self.maximumByteCount ? "" : String(cString: address))
    }
  }

  /// Offers an action to every program of the session: it may show something, and nothing else.
  public func export(_ name: String, _ body: @escaping () -> Void) {
    add(g_simple_action_new(name, nil)) { _ in body() }
  }

  /// The same for an action with a text, at most ``maximumByteCount`` long; empty for a longer one.
  public func exportWithText(_ name: String, _ body: @escaping (String) -> Void) {
    let type = g_variant_type_new("s")
    defer { g_variant_type_free(type) }
    add(g_simple_action_new(name, type)) { body($0.variantText(1, atMost: Self.maximumByteCount) ?? "") }
  }

  /// Has windows show an icon of the theme's, where desktops find none by the program's id.
  public func useIcon(_ name: String) { gtk_window_set_default_icon_name(name) }

  /// Takes what nobody needs of a program that shows secrets: more calls than can be worked off, and GTK's inspector, which lays open every widget.
  private func harden() {
    if let connection = g_application_get_dbus_connection(typed()) { CallLimit.apply(to: connection) }
    // Before the first window: kinds of windows copy it as they are made.
    let windows = g_type_class_ref(gtk_window_get_type())
    windows?.assumingMemoryBound(to: GtkWindowClass.self).pointee.enable_debugging = { _, _ in 1 }
  }

  private func add(_ action: OpaquePointer?, _ body: @escaping (SignalValues) -> Void) {
    guard let action else { return }
    let made = NativeObject(owning: UnsafeMutableRawPointer(action))
    made.connect("activate", body)
    g_action_map_add_action(opaque, action)
  }

  /// Runs the main loop until the last window is closed.
  ///
  /// - Parameter arguments: the program's words with its name, of which GLib reads its own; the others are addresses to open.
  /// - Returns: the exit status.
  public func run(_ arguments: [String]) -> Int32 {
    MainQueue.attach()
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    return words.withUnsafeMutableBufferPointer { g_application_run(typed(), gint(arguments.count), $0.baseAddress) }
  }
}
#endif
