public import Foundation
public import ProcessTesting

/// A D-Bus daemon for one test, with directories of its own; nothing of the person's session is touched.
public final class PrivateBus: Sendable {
  /// A directory that belongs to this bus alone and is removed with it.
  public let directory: URL
  /// The D-Bus server address.
  public let address: String
  private let daemon: ChildProcess

  /// Starts the daemon and waits until it listens.
  ///
  /// - Parameter services: the contents of service files by file name, for names that the bus can start.
  public init(services: [String: String] = [:]) throws {
    let name = "vault-bus-\(UUID().uuidString.prefix(8))"
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    let manager = FileManager.default
    for part in ["run", "home", "services"] {
      try manager.createDirectory(
        at: directory.appendingPathComponent(part), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    for (name, text) in services {
      try text.write(to: directory.appendingPathComponent("services/\(name)"), atomically: true, encoding: .utf8)
    }
    address = "unix:path=\(directory.path)/bus"
    let configuration = directory.appendingPathComponent("bus.conf")
    try Self.configuration(directory.path).write(to: configuration, atomically: true, encoding: .utf8)
    daemon = try ChildProcess(
      ["dbus-daemon", "--config-file=\(configuration.path)", "--nofork", "--nopidfile", "--print-address"],
      environment: Self.environment(directory.path, address))
    let daemon = daemon
    try waitUntil("the bus listens") {
      guard daemon.isRunning else { throw ChildProcess.Failure("dbus-daemon ended: \(daemon.text)") }
      return daemon.output.text.contains("guid=")
    }
  }

  deinit {
    daemon.end()
    try? FileManager.default.removeItem(at: directory)  // a temporary directory left behind fails no test
  }

  /// The environment of a program on this bus.
  public var environment: [String: String] { Self.environment(directory.path, address) }

  /// Ends the daemon at once, as a crash would.
  public func kill() { daemon.end() }

  /// Starts a program on this bus.
  public func start(_ arguments: [String], input: String = "") throws -> ChildProcess {
    try ChildProcess(arguments, environment: environment, input: .text(input))
  }

  /// Runs a program on this bus to its end.
  @discardableResult
  public func run(_ arguments: [String], input: String = "", expected: Int32 = 0) throws -> String {
    try ChildProcess.run(arguments, environment: environment, input: input, expected: expected)
  }

  /// Runs a program on this bus and says whether it exited with 0.
  public func succeeds(_ arguments: [String]) throws -> Bool {
    try start(arguments).exitStatus() == 0
  }

  /// Calls a method with `gdbus` and gives back what it prints.
  @discardableResult
  public func call(_ destination: String, _ path: String, _ method: String, _ arguments: String...) throws -> String {
    try run(
      [
        "gdbus", "call", "--address", address, "--timeout", "10", "--dest", destination, "--object-path", path,
        "--method", method,
      ]
        + arguments)
  }

  /// Waits until somebody owns `name`.
  public func waitForOwner(of name: String) throws {
    try waitUntil("\(name) has an owner") {
      try call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.NameHasOwner", name)
        .contains("true")
    }
  }

  private static func environment(_ directory: String, _ address: String) -> [String: String] {
    [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "\(directory)/home", "LANG": "C.UTF-8",
      "XDG_RUNTIME_DIR": "\(directory)/run", "XDG_DATA_HOME": "\(directory)/home/data",
      "XDG_CONFIG_HOME": "\(directory)/home/config", "XDG_CACHE_HOME": "\(directory)/home/cache",
      "DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": address, "GIO_USE_VFS": "local",
    ]
  }

  private static func configuration(_ directory: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:path=\(directory)/bus</listen>
      <auth>EXTERNAL</auth>
      <servicedir>\(directory)/services</servicedir>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>
    """
  }
}
