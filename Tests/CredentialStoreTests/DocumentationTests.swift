import Foundation
import Testing

@Suite("The documentation of the library")
struct DocumentationTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test("shows a program that compiles and does what it says")
  func example() throws {
    let page = try String(contentsOf: Self.root.appendingPathComponent("docs/credential-store.md"), encoding: .utf8)
    let source = try String(
      contentsOf: Self.root.appendingPathComponent("Tests/CredentialStoreExample/main.swift"), encoding: .utf8)
    #expect(page.contains("```swift\n\(source)```"), "the page shows Tests/CredentialStoreExample/main.swift")
    let place = try Place()
    let output = try run(builtProgram("credential-store-example").path, place.root)
    #expect(
      output == """
        there is no example.org/login
        example.org/login has 28 bytes
        ["example.org/login"]
        every record is whole

        """)
  }
}

/// A program that was built beside the test bundle.
func builtProgram(_ name: String) throws -> URL {
  let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  let candidates = [bundle, Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent()]
  return try #require(
    candidates.map { $0.appendingPathComponent(name) }.first { FileManager.default.isExecutableFile(atPath: $0.path) },
    "\(name) is built with the tests")
}
