import Foundation
import ProcessTesting
import Testing

/// `heap-probe.c` is loaded into the programs as they were built, and frees blocks of every size from 16 to 4,096 bytes there, as
/// their libraries do. `make prove-heap` does the same with the programs that are installed.
@Suite("What freed memory holds", .serialized)
struct HeapProofTests {
  private let library: URL

  init() throws {
    library = FileManager.default.temporaryDirectory.appendingPathComponent("heap-probe-\(UUID().uuidString).so")
    let source = URL(filePath: #filePath).deletingLastPathComponent().appendingPathComponent("Support/heap-probe.c")
    // The compiler that came with Swift, wherever that is.
    try ChildProcess.run(["/usr/bin/env", "clang", "-shared", "-fPIC", "-O", "-o", library.path, source.path])
  }

  @Test(
    "every program that touches a secret erases what it frees, whatever its size",
    arguments: ["vault", "vault-agent", "vault-server", "vault-clipboard"])
  func erased(_ program: String) throws {
    let found = try probe(program)
    #expect(found.byLibrary > 4000, "the control: what the C library frees by itself is found")
    #expect(found.byProgram == 0, "of 4,081 sizes")
  }

  @Test("the control: in a program that holds no secret, and erases nothing, it is found")
  func control() throws {
    let found = try probe("vault-picture")
    #expect(found.byProgram > 4000 && found.byLibrary > 4000, "\(found)")
  }

  /// How many sizes hold what was freed, by the program's `free` and by the C library's own.
  private func probe(_ program: String) throws -> (byProgram: Int, byLibrary: Int) {
    defer { try? FileManager.default.removeItem(at: library) }  // one left behind fails no test
    let output = try ChildProcess.run(
      [TestVault.programs.appendingPathComponent(program).path], environment: ["LD_PRELOAD": library.path])
    let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard numbers.count == 2 else { throw ChildProcess.Failure("the probe said \(output)") }
    return (numbers[0], numbers[1])
  }
}
