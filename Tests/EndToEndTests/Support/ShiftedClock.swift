import Foundation
import ProcessTesting
import Synchronization

/// The wall clock of a program, which a test sets while the program runs. The steady clocks go on, as they do when a person or the
/// network sets the time.
///
/// `wall-clock.c` does it: libfaketime, which is made for this, also moves timers of the steady clocks, and ends a program whose
/// number an earlier one had that was killed (seen with 0.9.10).
final class ShiftedClock: Sendable {
  private let file: URL
  private let library: String
  private let shift = Mutex(0)

  /// A clock that is right, until it is set.
  ///
  /// - Parameter file: where it is kept.
  init(_ file: URL) throws {
    self.file = file
    library = file.path + ".so"
    let source = URL(filePath: #filePath).deletingLastPathComponent().appendingPathComponent("wall-clock.c").path
    // The compiler that came with Swift, wherever that is.
    try ChildProcess.run(["/usr/bin/env", "clang", "-shared", "-fPIC", "-O", "-o", library, source])
    try Self.data(0).write(to: file)
  }

  deinit {
    // A library left behind fails no test.
    try? FileManager.default.removeItem(atPath: library)
  }

  /// What a program gets that goes by this clock.
  var environment: [String: String] { ["LD_PRELOAD": library, "VAULT_TEST_CLOCK": file.path] }

  /// The time by this clock.
  var now: Date { Date(timeIntervalSinceNow: Double(shift.withLock { $0 })) }

  /// Sets the clock; programs go by it from now on.
  ///
  /// - Parameter seconds: how far it is ahead of the true time.
  func set(to seconds: Int) throws {
    let handle = try FileHandle(forWritingTo: file)
    // In place: programs have the file mapped.
    try handle.write(contentsOf: Self.data(seconds))
    try handle.close()
    shift.withLock { $0 = seconds }
  }

  private static func data(_ seconds: Int) -> Data { withUnsafeBytes(of: Int64(seconds)) { Data($0) } }
}
