internal import Foundation
public import Glibc
internal import LinuxSystem
internal import Synchronization

/// A program that a test started and ends by its own process number.
public final class ChildProcess: Sendable {
  /// A program that can't be started, or that failed.
  public struct Failure: Error, CustomStringConvertible {
    /// What went wrong.
    public let description: String
    /// Says what went wrong.
    public init(_ description: String) { self.description = description }
  }

  /// What a program reads from standard input.
  public enum Input: Sendable {
    /// This text, and then the end.
    case text(String)
    /// Nothing, without an end.
    case silent
  }

  /// The process number.
  public let pid: Int32
  /// What the program printed so far.
  public let output: CollectedOutput
  /// What the program printed as errors so far.
  public let errors: CollectedOutput
  private let name: String
  private let watch: ProcessWatch
  /// The writing end that keeps a silent input open; -1 for none.
  private let silentInput: Int32
  /// As `waitpid(2)` gives it; nil before the process is reaped.
  private let waitStatus = Mutex<Int32?>(nil)

  /// Starts `arguments[0]`, a path or a name that is looked up in the usual directories.
  ///
  /// - Parameters:
  ///   - environment: the whole environment of the program; nil for that of the tests.
  ///   - directory: where it runs; nil for where the tests do.
  public init(
    _ arguments: [String], environment: [String: String]? = nil, input: Input = .text(""), directory: String? = nil
  ) throws {
    guard let path = Self.path(of: arguments[0]) else {
      throw Failure("\(arguments[0]) is not installed; the Debian packages these tests need are listed in the project")
    }
    name = arguments[0]
    output = try CollectedOutput()
    errors = try CollectedOutput()
    let (standardInput, writingEnd) = try Self.open(input)
    silentInput = writingEnd
    defer { close(standardInput) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, standardInput, 0)
    posix_spawn_file_actions_adddup2(&actions, output.descriptor, 1)
    posix_spawn_file_actions_adddup2(&actions, errors.descriptor, 2)
    if let directory { _ = SpawnActions.changeDirectory(to: directory, in: &actions) }
    pid = try SpawnRequest.start(
      [path] + arguments.dropFirst(), environment: environment ?? ProcessInfo.processInfo.environment, actions: &actions
    )
    watch = try ProcessWatch(pid: pid)
  }

  deinit {
    end()
    if silentInput >= 0 { close(silentInput) }
  }

  /// Everything it printed: its output, then its errors.
  public var text: String { output.text + errors.text }

  /// Whether it still runs.
  public var isRunning: Bool { !reap(waiting: false) }

  /// Sends a signal.
  public func send(_ signal: Int32) {
    // Under the lock, so that the number can't be another process's by now.
    waitStatus.withLock { if $0 == nil { _ = kill(pid, signal) } }
  }

  /// Ends it and waits until it is gone.
  public func end(with signal: Int32 = SIGKILL) {
    send(signal)
    _ = reap(waiting: true)
  }

  /// Waits for it to end by itself, and gives back its exit status; 128 and the signal's number after a signal, as shells
  /// do.
  ///
  /// - Throws: ``Failure`` when it has not ended within `seconds`.
  public func exitStatus(within seconds: Double = 60) throws -> Int32 {
    guard try watch.waitForEnd(until: .after(seconds: seconds)) else {
      throw Failure("waited \(seconds) s in vain: \(name) ends; it said: \(text)")
    }
    _ = reap(waiting: true)
    let status = waitStatus.withLock { $0 } ?? 0
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  /// Waits for its line number `index`, counted from 0, and gives it back.
  ///
  /// - Throws: ``Failure`` when it ended before, or printed none within `seconds`.
  public func line(_ index: Int = 0, within seconds: Double = 60) throws -> String {
    try waitUntil("\(name) prints line \(index)", seconds) {
      let hasEnded = !isRunning
      if output.lines.count > index { return true }
      guard !hasEnded else { throw Failure("\(name) ended before line \(index); it said: \(text)") }
      return false
    }
    return output.lines[index]
  }

  /// Runs a program to its end and gives back everything it printed.
  ///
  /// - Throws: ``Failure`` when its exit status is not `expected`.
  @discardableResult
  public static func run(
    _ arguments: [String], environment: [String: String]? = nil, input: String = "", expected: Int32 = 0
  ) throws -> String {
    let child = try ChildProcess(arguments, environment: environment, input: .text(input))
    let status = try child.exitStatus()
    guard status == expected else { throw Failure("\(arguments) exited with \(status): \(child.text)") }
    return child.text
  }

  /// Takes the status of a process that has ended.
  ///
  /// - Returns: whether it has.
  private func reap(waiting: Bool) -> Bool {
    waitStatus.withLock { known in
      guard known == nil else { return true }
      var status: Int32 = 0
      while true {
        let result = waitpid(pid, &status, waiting ? 0 : WNOHANG)
        if result < 0, errno == EINTR { continue }
        guard result != 0 else { return false }
        known = status
        return true
      }
    }
  }

  private static func open(_ input: Input) throws -> (reading: Int32, writing: Int32) {
    switch input {
    case .text(let text): return (try UnnamedFile.make(text), -1)
    case .silent:
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw SystemError("pipe") }
      return (ends[0], ends[1])
    }
  }

  private static func path(of name: String) -> String? {
    if name.hasPrefix("/") { return FileManager.default.isExecutableFile(atPath: name) ? name : nil }
    return ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"].map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

/// Waits for something to become true that nothing announces, looking often; at most `seconds`.
public func waitUntil(_ what: String, _ seconds: Double = 60, _ condition: () throws -> Bool) throws {
  let end = Deadline.after(seconds: seconds)
  while try !condition() {
    guard !end.hasPassed else { throw ChildProcess.Failure("waited \(seconds) s in vain: \(what)") }
    poll(nil, 0, 2)
  }
}
