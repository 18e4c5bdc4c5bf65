#if Postgres
internal import Foundation
internal import LinuxSystem
public import PostgresClient
internal import ProcessTesting
internal import SecretMemory
internal import Synchronization

/// A PostgreSQL of a test's own, in a temporary directory, with its files on the disk when a commit says so. Nothing of it is known to the
/// system's own service. Where the tests run as root it runs as `postgres`, since it refuses to run as root.
public final class PrivateCluster: Sendable {
  /// The directory of its socket.
  public let directory: String
  /// The port on the loopback interface, and the number in the socket's name.
  public let port: Int
  private let settings: [String]
  private let server = Mutex<ChildProcess?>(nil)

  /// The password of every role that has one.
  public static let password = "p4ss w0rd'of\\tests"

  /// One for all tests of a process that do it no harm.
  public static let shared = Result { try PrivateCluster() }

  /// Makes and starts one.
  ///
  /// - Parameter settings: lines for `postgresql.conf`.
  public init(_ settings: [String] = []) throws {
    var template = Array("/tmp/pg-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ChildProcess.Failure("no temporary directory") }
    directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    port = try FreePort.find()
    self.settings = settings
    Remains.add(self)
    try make()
    try start()
  }

  deinit { remove() }

  // MARK: Its life

  private func make() throws {
    try write("password", Self.password)
    try ServerUser.own(directory)
    try ChildProcess.run(
      ServerUser.prefix + [
        try Programs.path(of: "initdb"), "--pgdata=\(directory)/data", "--username=owner", "--auth-local=trust",
        "--auth-host=scram-sha-256", "--pwfile=\(directory)/password", "--encoding=UTF8", "--locale=C.UTF-8",
        "--no-sync",
      ])
    let lines =
      [
        "unix_socket_directories = '\(directory)'", "listen_addresses = '127.0.0.1'", "port = \(port)",
        "shared_buffers = 16MB", "max_connections = 100", "log_min_messages = warning", "lc_messages = 'C.UTF-8'",
      ] + settings
    try append("data/postgresql.conf", "\n" + lines.joined(separator: "\n") + "\n")
  }

  /// Starts it, again after an end; a killed one recovers.
  public func start() throws {
    let program = try Programs.path(of: "postgres")
    // Processes of a killed server may hold its memory for a moment.
    for attempt in 1... {
      let child = try ChildProcess(ServerUser.prefix + [program, "-D", "\(directory)/data"], directory: "/")
      server.withLock { $0 = child }
      var hasEnded = false
      try waitUntil("PostgreSQL starts") {
        hasEnded = !child.isRunning
        return hasEnded || child.text.contains("database system is ready to accept connections")
      }
      guard hasEnded else { return }
      guard attempt < 20 else { throw ChildProcess.Failure("PostgreSQL did not start: \(child.text)") }
      poll(nil, 0, 100)
    }
  }

  /// Ends it as the power does: a session whose server is killed alone may still commit something.
  public func kill() {
    guard let server = server.withLock({ $0 }) else { return }
    server.send(SIGSTOP)
    for child in Processes.children(of: server.pid) { Glibc.kill(child, SIGKILL) }
    server.end(with: SIGKILL)
  }

  /// Stops or continues all of its processes.
  public func setFrozen(_ isFrozen: Bool) {
    server.withLock { server in
      guard let server else { return }
      let signal = isFrozen ? SIGSTOP : SIGCONT
      server.send(signal)
      // Sessions and helpers lead sessions of their own; the server is their parent.
      for child in Processes.children(of: server.pid) { Glibc.kill(child, signal) }
    }
  }

  /// Ends it in order, and takes its files away.
  func remove() {
    let child = server.withLock { server in
      defer { server = nil }
      return server
    }
    if let child {
      // Fast shutdown: the sessions end, and its shared memory is given back.
      child.send(SIGINT)
      do { _ = try child.exitStatus(within: 20) } catch { child.end() }
    }
    guard FileManager.default.fileExists(atPath: directory) else { return }
    do { try FileManager.default.removeItem(atPath: directory) } catch { print("\(directory) stays: \(error)") }
  }

  // MARK: Files

  /// Writes a file of its directory, readable for its user alone.
  public func write(_ name: String, _ text: String) throws {
    let path = "\(directory)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    chmod(path, 0o600)
    try ServerUser.own(path)
  }

  /// Adds to a file, for instance to `data/pg_hba.conf`.
  public func append(_ name: String, _ text: String) throws {
    try write(name, try String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8) + text)
  }

  // MARK: Addresses

  /// The way over its socket.
  public func address(as user: String = "owner", database: String = "postgres") throws -> PostgresAddress {
    try Self.address("host=\(directory) port=\(port) user=\(user) dbname=\(database)")
  }

  /// A connection string as an address.
  public static func address(_ text: String) throws -> PostgresAddress {
    try PostgresAddress(try SecretBytes(Array(text.utf8)))
  }

  /// The password as a connection string has it.
  public static var quotedPassword: String {
    "'" + password.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "'", with: "\\'") + "'"
  }

  /// A connection over its socket.
  public func connect(as user: String = "owner") throws -> PostgresConnection {
    try PostgresConnection.open(try address(as: user), until: .after(seconds: 30))
  }

  /// Runs one of PostgreSQL's programs as the server's user, and gives back what it printed.
  public func run(_ program: String, _ arguments: String...) throws -> String {
    try ChildProcess.run(ServerUser.prefix + [try Programs.path(of: program)] + arguments)
  }

  /// Runs commands.
  public func execute(_ sql: String) throws { try connect().execute(sql, until: .after(seconds: 60)) }
}

/// Clusters that a process leaves when it ends.
private enum Remains {
  private struct Weak {
    weak var cluster: PrivateCluster?
  }

  private static let all = Mutex<[Weak]>([])
  private static let registered: Void = { atexit { Remains.removeAll() } }()

  static func add(_ cluster: PrivateCluster) {
    _ = registered
    all.withLock { $0.append(Weak(cluster: cluster)) }
  }

  private static func removeAll() {
    for weak in all.withLock({ $0 }) { weak.cluster?.remove() }
  }
}
#endif
