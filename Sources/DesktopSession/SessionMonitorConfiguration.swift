public import Glibc
public import LinuxSystem

/// Where and for whom a ``SessionMonitor`` watches.
public struct SessionMonitorConfiguration: Sendable {
  /// Where the system bus listens on every Linux. No environment variable changes it.
  public static let systemBus = "unix:path=/run/dbus/system_bus_socket"

  /// The D-Bus server address of the system bus.
  public var systemBusAddress: String
  /// The D-Bus server address of the session bus, asked for at each try to connect; nil while there is none.
  public var sessionBusAddress: @Sendable () -> String?
  /// The user whose login sessions count.
  public var uid: UInt32
  /// How long connecting and each call may take.
  public var timeout: Duration
  /// How long after a try to reach a bus, or after its loss, the next one follows.
  public var reconnectInterval: Duration

  /// By default: the system bus at its fixed path, the session bus of this process, its user, 2 s for each call, and a try to reach a
  /// missing bus every 30 s.
  public init(
    systemBusAddress: String = Self.systemBus,
    sessionBusAddress: @escaping @Sendable () -> String? = { SessionBusAddress.ofThisProcess() },
    uid: UInt32 = getuid(), timeout: Duration = .seconds(2), reconnectInterval: Duration = .seconds(30)
  ) {
    self.systemBusAddress = systemBusAddress
    self.sessionBusAddress = sessionBusAddress
    self.uid = uid
    self.timeout = timeout
    self.reconnectInterval = reconnectInterval
  }
}
