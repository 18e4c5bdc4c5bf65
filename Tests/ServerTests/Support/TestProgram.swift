#if SERVER_TESTS_PROGRAM
import Testing

/// Where the tests start where they are a program of their own, as in `Tests/XCTMain.swift`.
@main
enum ServerTestProgram {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
#endif
