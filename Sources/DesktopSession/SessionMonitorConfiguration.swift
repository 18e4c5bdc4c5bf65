public import Glibc
public import LinuxSystem

/// Where and for whom a ``SessionMonitor`` watches.
public struct SessionMonitorConfiguration: Sendable {
  /// Where the system bus listens on every Linux. No environment variable changes it.
  public static let systemBus = "unix:path=/run/dbus/system_bus_socket"

  /// The D-Bus server address of the system bus.
  public var systemBusAddress: String
  /// The D-Bus server address of the session bus; nil watches none.
  public var sessionBusAddress: String?
  /// The user whose login sessions count.
  public var uid: UInt32
  /// How long connecting and each call may take.
  public var timeout: Duration

  /// By default: the system bus at its fixed path, the session bus of this process, its user, and 2 s.
  public init(
    systemBusAddress: String = Self.systemBus, sessionBusAddress: String? = SessionBusAddress.ofThisProcess(),
    uid: UInt32 = getuid(), timeout: Duration = .seconds(2)
  ) {
    self.systemBusAddress = systemBusAddress
    self.sessionBusAddress = sessionBusAddress
    self.uid = uid
    self.timeout = timeout
  }
}
