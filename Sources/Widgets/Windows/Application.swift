#if Desktop
internal import CAdwaita

/// The program on the desktop: one for each user and id, whoever starts it again.
public final class Application: NativeObject {
  /// Called when it is started, and whenever somebody starts it once more.
  public var activated: () -> Void = {}

  /// Makes one.
  ///
  /// - Parameter id: as D-Bus names it, for instance `org.example.Program`.
  public init(id: String) {
    guard let application = adw_application_new(id, GApplicationFlags(rawValue: 0)) else {
      fatalError("\(id) is no application id")
    }
    super.init(owning: UnsafeMutableRawPointer(application))
    connect("activate") { [weak self] _ in self?.activated() }
  }

  /// Runs the main loop until the last window is closed.
  ///
  /// - Returns: the exit status.
  public func run() -> Int32 {
    MainQueue.attach()
    return g_application_run(typed(), 0, nil)
  }
}
#endif
