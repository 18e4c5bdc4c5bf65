#if Postgres
internal import LinuxSystem
internal import PostgresClient

/// Who may do what in the database. Its owner changes its shape and is needed for nothing else. Nodes read and write rows; whoever looks after
/// the figures sees how much there is. Both are groups: the roles that log in are their members, and made by the administrator.
enum PostgresRoles {
  /// The group of the nodes.
  static let nodes = "vault_nodes"
  /// The group of those who read figures.
  static let metrics = "vault_metrics"

  /// Gives each what it needs, of all that there is by now. Nothing is for everybody, not even a temporary table.
  static let grants = """
    DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = '\(nodes)') THEN CREATE ROLE \(nodes) NOLOGIN; END IF;
      IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = '\(metrics)') THEN CREATE ROLE \(metrics) NOLOGIN; END IF;
      IF pg_catalog.pg_has_role((SELECT datdba FROM pg_catalog.pg_database WHERE datname = current_database()), 'USAGE') THEN
        EXECUTE pg_catalog.format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
        EXECUTE pg_catalog.format('GRANT CONNECT ON DATABASE %I TO \(nodes), \(metrics)', current_database());
      END IF;
    END $$;
    REVOKE ALL ON SCHEMA vault FROM PUBLIC;
    REVOKE ALL ON ALL TABLES IN SCHEMA vault FROM PUBLIC;
    REVOKE ALL ON ALL FUNCTIONS IN SCHEMA vault FROM PUBLIC;
    CREATE OR REPLACE VIEW vault.figures AS
      SELECT relname AS "table", reltuples::bigint AS rows, pg_catalog.pg_total_relation_size(oid) AS bytes
      FROM pg_catalog.pg_class WHERE relnamespace = 'vault'::regnamespace AND relkind = 'r';
    GRANT USAGE ON SCHEMA vault TO \(nodes), \(metrics);
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA vault TO \(nodes);
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA vault TO \(nodes);
    REVOKE ALL ON vault.versions, vault.figures FROM \(nodes);
    GRANT SELECT ON vault.versions TO \(nodes), \(metrics);
    GRANT SELECT ON vault.figures TO \(metrics);
    """

  /// Takes all of that from the nodes, but for looking why.
  static let closing = """
    REVOKE ALL ON ALL TABLES IN SCHEMA vault FROM \(nodes);
    REVOKE ALL ON ALL FUNCTIONS IN SCHEMA vault FROM \(nodes);
    GRANT SELECT ON vault.versions TO \(nodes);
    """

  /// Of the role itself, and of all that it may become with `SET ROLE`.
  private static let excess = PostgresStatement(
    "vault_excess",
    """
    WITH own AS (SELECT * FROM pg_catalog.pg_roles WHERE pg_has_role(oid, 'MEMBER'))
    SELECT DISTINCT right_name FROM (
      SELECT unnest(ARRAY['SUPERUSER', 'CREATEROLE', 'CREATEDB', 'REPLICATION', 'BYPASSRLS']) AS right_name,
        unnest(ARRAY[rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls]) AS has FROM own
      UNION ALL SELECT 'CREATE in the database', has_database_privilege(oid, current_database(), 'CREATE') FROM own
      UNION ALL SELECT 'TEMPORARY in the database', has_database_privilege(oid, current_database(), 'TEMPORARY') FROM own
      UNION ALL SELECT 'CREATE in the schema ' || nspname, has_schema_privilege(own.oid, spaces.oid, 'CREATE')
        FROM own CROSS JOIN pg_catalog.pg_namespace AS spaces
      UNION ALL SELECT 'ownership of ' || relname, pg_has_role(relowner, 'MEMBER')
        FROM pg_catalog.pg_class WHERE oid = 'vault.versions'::regclass
      UNION ALL SELECT 'membership in ' || rolname, rolname IN ('pg_write_server_files', 'pg_read_server_files',
          'pg_execute_server_program', 'pg_write_all_data', 'pg_read_all_data', 'pg_signal_backend',
          'pg_create_subscription', 'pg_maintain') FROM own
      UNION ALL SELECT 'EXECUTE of ' || proname, has_function_privilege(own.oid, pg_proc.oid, 'EXECUTE')
        FROM own CROSS JOIN pg_catalog.pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
          AND proname IN ('lo_import', 'lo_export', 'pg_read_file', 'pg_read_binary_file', 'pg_ls_dir', 'pg_stat_file')
      -- When everything is moved away, nodes lose what their group may do; what was given to one of them would stay.
      UNION ALL SELECT 'rights of its own to ' || relname, grantee = 0 OR own.oid IS NOT NULL
        FROM pg_catalog.pg_class CROSS JOIN LATERAL aclexplode(relacl) AS rights LEFT JOIN own ON own.oid = grantee
        WHERE relnamespace = 'vault'::regnamespace AND grantee <> relowner
          AND coalesce(own.rolname NOT IN ('vault_nodes', 'vault_metrics'), TRUE)
    ) AS rights WHERE has ORDER BY right_name
    """, .reads, giving: String.self)

  /// What a node's role may do that no node needs.
  ///
  /// - Returns: the names of the rights.
  static func excess(_ connection: PostgresConnection) throws(PostgresError) -> [String] {
    try connection.run(excess(), until: .after(seconds: 10))
  }
}
#endif
