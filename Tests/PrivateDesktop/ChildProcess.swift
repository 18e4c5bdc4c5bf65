public import Foundation

/// A program that a test started and ends by its own process number.
public final class ChildProcess: Sendable {
  /// A program that can't be started, or that failed.
  public struct Failure: Error, CustomStringConvertible {
    /// What went wrong.
    public let description: String
    /// Says what went wrong.
    public init(_ description: String) { self.description = description }
  }

  private let process: Process
  /// What the program printed so far.
  public let output: CollectedOutput
  /// The process number.
  public var pid: Int32 { process.processIdentifier }

  /// Starts `arguments[0]`, looked up in the usual directories.
  ///
  /// - Parameters:
  ///   - environment: the whole environment of the program.
  ///   - input: what it reads from standard input, which then ends.
  public init(_ arguments: [String], environment: [String: String], input: String = "") throws {
    guard let path = Self.path(of: arguments[0]) else {
      throw Failure("\(arguments[0]) is not installed; the Debian packages these tests need are listed in the project")
    }
    process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = Array(arguments.dropFirst())
    process.environment = environment
    output = try CollectedOutput()
    let standardInput = Pipe()
    process.standardInput = standardInput
    process.standardOutput = output.handle
    process.standardError = output.handle
    try process.run()
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
  }

  deinit { end() }

  /// Whether it still runs.
  public var isRunning: Bool { process.isRunning }

  /// Sends a signal.
  public func send(_ signal: Int32) {
    if process.isRunning { kill(pid, signal) }
  }

  /// Ends it and waits until it is gone.
  public func end(with signal: Int32 = SIGKILL) {
    send(signal)
    process.waitUntilExit()
  }

  /// Waits for it to end by itself, at most `seconds`, and gives back its exit status.
  public func exitStatus(within seconds: Double = 20) throws -> Int32 {
    try waitUntil("\(process.executableURL?.lastPathComponent ?? "a program") ends", seconds) { !process.isRunning }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Runs a program to its end and gives back what it printed.
  ///
  /// - Throws: ``Failure`` when its exit status is not `expected`.
  @discardableResult
  public static func run(
    _ arguments: [String], environment: [String: String], input: String = "", expected: Int32 = 0
  ) throws -> String {
    let child = try ChildProcess(arguments, environment: environment, input: input)
    let status = try child.exitStatus()
    let text = child.output.text
    guard status == expected else { throw Failure("\(arguments) exited with \(status): \(text)") }
    return text
  }

  private static func path(of name: String) -> String? {
    if name.hasPrefix("/") { return FileManager.default.isExecutableFile(atPath: name) ? name : nil }
    return ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"].map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

/// Waits for something to become true, looking often; at most `seconds`.
public func waitUntil(_ what: String, _ seconds: Double = 20, _ condition: () throws -> Bool) throws {
  let end = Date().addingTimeInterval(seconds)
  while try !condition() {
    guard Date() < end else { throw ChildProcess.Failure("waited \(seconds) s in vain: \(what)") }
    usleep(2000)
  }
}
