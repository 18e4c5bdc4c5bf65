public import LinuxSystem

/// Where and in whose name ``DesktopNotifications`` shows.
public struct DesktopNotificationsConfiguration: Sendable {
  /// The program's name as the person knows it.
  public var applicationName: String
  /// The name of the program's desktop file without `.desktop`, from which desktops take its icon; nil for none.
  public var desktopEntry: String?
  /// The name of the program's icon in the desktop's theme, for desktops that take none from the desktop file; nil for none.
  public var icon: String?
  /// The D-Bus server address of the session bus, asked for at each try to connect; nil while there is none.
  public var busAddress: @Sendable () -> String?
  /// How long connecting and each call may take.
  public var timeout: Duration
  /// How long after a try to reach a bus the next one follows by itself. Showing tries at once.
  public var reconnectInterval: Duration
  /// How long to wait after a refusal of what the desktop has just shown, before the next of
  /// ``DesktopNotifications/tries``: more than Plasma's second.
  public var repeatInterval: Duration
  /// Measures ``repeatInterval``.
  public var clock: any Clock<Duration>

  /// By default: the session bus of this process, 2 s for each call, a try to reach a missing bus every 30 s.
  public init(
    applicationName: String, desktopEntry: String? = nil, icon: String? = nil,
    busAddress: @escaping @Sendable () -> String? = { SessionBusAddress.ofThisProcess() },
    timeout: Duration = .seconds(2), reconnectInterval: Duration = .seconds(30),
    repeatInterval: Duration = .milliseconds(1100), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.applicationName = applicationName
    self.desktopEntry = desktopEntry
    self.icon = icon
    self.busAddress = busAddress
    self.timeout = timeout
    self.reconnectInterval = reconnectInterval
    self.repeatInterval = repeatInterval
    self.clock = clock
  }
}
