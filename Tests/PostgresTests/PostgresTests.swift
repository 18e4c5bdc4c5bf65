#if Postgres
import Testing

/// Where the tests start, as in `Tests/XCTMain.swift`.
@main
enum PostgresTests {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
#else
internal import Glibc

/// Stands in the place of the tests where the package was built without PostgreSQL's client library.
@main
enum PostgresTests {
  static func main() { exit(EX_UNAVAILABLE) }
}
#endif
