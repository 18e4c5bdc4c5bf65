internal import Foundation
internal import Glibc

/// A tool that runs beside a test and ends with this value.
final class ToolProcess: @unchecked Sendable {
  // Proof for @unchecked: written only while it is made; afterwards one test uses it, and `deinit` is the last.
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()

  init(_ program: String, _ arguments: [String]) throws {
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = input
    try process.run()
  }

  deinit {
    // Not `terminate()`: a tool started on a thread of the pool inherits its blocked signals.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// One line of its output; nil when it ended.
  func readLine() -> String? {
    var line: [UInt8] = []
    while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first {
      guard byte != UInt8(ascii: "\n") else { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  /// Writes `text` to its input.
  func write(_ text: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

  /// Closes its input and takes the rest of its output.
  func finish() throws -> String {
    try input.fileHandleForWriting.close()
    let rest = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: rest, as: UTF8.self)
  }
}
