#if Postgres
internal import LinuxSystem
public import PostgresClient
internal import Synchronization

/// Databases for tests, each test's own, all in one private cluster and made from one template, which is filled once. The cluster forgets what
/// it has when the power goes, so that they are there quickly.
public final class PrivateDatabases: Sendable {
  /// The cluster.
  public let cluster: PrivateCluster
  private let number = Atomic(0)

  /// The role that a node has.
  public static let node = "node"

  /// Makes a cluster with the role of a node, and a template.
  ///
  /// - Parameters:
  ///   - group: the group of the nodes, of which the role is a member.
  ///   - fill: fills the template, as the owner of all.
  public init(group: String, _ fill: (PostgresConnection) throws -> Void) throws {
    cluster = try PrivateCluster([
      "fsync = off", "synchronous_commit = off", "full_page_writes = off", "max_connections = 300",
    ])
    try cluster.execute("CREATE ROLE \(group) NOLOGIN; CREATE ROLE \(Self.node) LOGIN IN ROLE \(group)")
    try cluster.execute("CREATE DATABASE template_of_tests")
    let address = try cluster.address(database: "template_of_tests")
    try fill(PostgresConnection.open(address, until: .after(seconds: 60), statementPatience: nil))
  }

  /// A new database with what the template has.
  ///
  /// - Returns: its name.
  public func make() throws -> String {
    let name = "test_\(number.add(1, ordering: .relaxed).newValue)"
    try cluster.execute("CREATE DATABASE \(name) TEMPLATE template_of_tests")
    // What is said of a database itself is not in its template.
    try cluster.execute("REVOKE ALL ON DATABASE \(name) FROM PUBLIC; GRANT CONNECT ON DATABASE \(name) TO \(Self.node)")
    return name
  }

  /// The way to a database, as a node.
  public func address(of name: String) throws -> PostgresAddress {
    try cluster.address(as: Self.node, database: name)
  }

  /// The connection string of a database, as a node.
  public func connectionString(of name: String, as user: String = node) -> String {
    "host=\(cluster.directory) port=\(cluster.port) user=\(user) dbname=\(name)"
  }
}
#endif
