import Foundation
import LinuxSystem
import SecretMemory
import Synchronization
import Testing

@testable import Sealing

@Suite("Argon2id")
struct Argon2idTests {
  @Test("gives the tag of RFC 9106, section 5.3")
  func knownAnswer() throws {
    let tag = try Argon2id.derive(
      from: try secret([UInt8](repeating: 1, count: 32)), salt: [UInt8](repeating: 2, count: 16),
      secret: try secret([UInt8](repeating: 3, count: 8)), authenticating: [UInt8](repeating: 4, count: 12),
      parameters: try Argon2id.Parameters(memoryKiB: 32, iterations: 3, parallelism: 4), count: 32)
    #expect(bytes(of: tag) == hex("0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659"))
  }

  @Test(
    "parameters that would take all memory or all day are refused",
    arguments: [
      (1 << 20 + 1, 1, 1), (7, 1, 1), (31, 1, 4), (1024, 0, 1), (1024, 65, 1), (1024, 1, 0), (1024, 1, 17),
      (4_294_967_295, 4_294_967_295, 4_294_967_295),
    ] as [(UInt32, UInt32, UInt32)])
  func bounds(memory: UInt32, iterations: UInt32, parallelism: UInt32) throws {
    #expect(throws: SealingError(.invalidParameters)) {
      _ = try Argon2id.Parameters(memoryKiB: memory, iterations: iterations, parallelism: parallelism)
    }
    let json = #"{"memoryKiB":\#(memory),"iterations":\#(iterations),"parallelism":\#(parallelism)}"#
    #expect(throws: SealingError(.invalidParameters)) {
      _ = try JSONDecoder().decode(Argon2id.Parameters.self, from: Data(json.utf8))
    }
  }

  @Test("parameters survive JSON")
  func coding() throws {
    let parameters = try Argon2id.Parameters(memoryKiB: 1 << 20, iterations: 64, parallelism: 16)
    #expect(try JSONDecoder().decode(Argon2id.Parameters.self, from: JSONEncoder().encode(parameters)) == parameters)
  }

  @Test("salts and outputs of senseless length are refused")
  func lengths() throws {
    let password = try secret([])
    let cheap = try Argon2id.Parameters(memoryKiB: 8, iterations: 1, parallelism: 1)
    for (salt, count) in [(7, 32), (1025, 32), (16, 3), (16, 1025)] {
      #expect(throws: SealingError(.invalidLength)) {
        _ = try Argon2id.derive(
          from: password, salt: [UInt8](repeating: 0, count: salt), parameters: cheap, count: count)
      }
    }
    let shortest = try Argon2id.derive(
      from: password, salt: [UInt8](repeating: 0, count: 8), parameters: cheap, count: 4)
    #expect(shortest.count == 4)
  }

  @Test("calibration never goes below the floor and grows memory first, then passes")
  func scaling() throws {
    let floor = Argon2id.Parameters.standard
    #expect(floor.scaled(from: .seconds(2), to: .seconds(1)) == floor)
    #expect(floor.scaled(from: .zero, to: .seconds(1)) == floor)
    let twice = floor.scaled(from: .milliseconds(500), to: .seconds(1))
    #expect((twice.memoryKiB, twice.iterations) == (128 << 10, 3))
    let eightfold = floor.scaled(from: .milliseconds(125), to: .seconds(1))
    #expect((eightfold.memoryKiB, eightfold.iterations) == (256 << 10, 6))
    let most = floor.scaled(from: .nanoseconds(1), to: .seconds(1000))
    #expect(most == .dearest)
  }

  @Test("calibration takes the best of several runs, and tells what the parameters it chose were measured to take")
  func calibration() throws {
    // The least takes 250 ms at its best, what is chosen takes a second.
    let runs = Times([900, 250, 400, 1000])
    let calibration = try Argon2id.calibrated(targetSeconds: 1, runs: 3, time: runs.time)
    let parameters = calibration.parameters
    #expect((parameters.memoryKiB, parameters.iterations, parameters.parallelism) == (256 << 10, 3, 1))
    #expect(calibration.seconds == 1)
    #expect(runs.isUsedUp)
  }

  @Test("where the least takes long enough, no other is measured")
  func slowMachine() throws {
    let runs = Times([3000, 2000, 2500])
    let calibration = try Argon2id.calibrated(targetSeconds: 1, runs: 3, time: runs.time)
    #expect(calibration == .init(parameters: .standard, seconds: 2))
    #expect(runs.isUsedUp)
  }

  @Test("a thread that waits does not compute")
  func threadTime() throws {
    let cheap = try Argon2id.Parameters(memoryKiB: 8 << 10, iterations: 2, parallelism: 1)
    #expect(try Argon2id.measured(cheap) > .zero)
    let before = ThreadTime.computed()
    let wall = ContinuousClock.now
    while ContinuousClock.now < wall + .milliseconds(50) { usleep(10_000) }
    #expect(ThreadTime.computed() - before < .milliseconds(50))
  }

  @Test("a busy machine makes no hash dear: what counts is within what the thread itself computed")
  func busy() throws {
    let crowd = BusyThreads(2 * ProcessInfo.processInfo.activeProcessorCount)
    defer { crowd.end() }
    let parameters = try Argon2id.Parameters(memoryKiB: 8 << 10, iterations: 3, parallelism: 1)
    for _ in 0..<3 {
      let before = ThreadTime.computed()
      let measured = try Argon2id.measured(parameters)
      #expect(measured <= ThreadTime.computed() - before)
    }
  }

  @Test("what is at most another asks for no more memory, lanes or work")
  func comparison() throws {
    let dearest = Argon2id.Parameters.dearest
    #expect(Argon2id.Parameters.standard.isAtMost(dearest) && dearest.isAtMost(dearest))
    #expect(try Argon2id.Parameters(memoryKiB: 64 << 10, iterations: 64, parallelism: 1).isAtMost(dearest))
    for (memory, passes, lanes) in [(256 << 10, 25, 1), (257 << 10, 1, 1), (64, 1, 2)] as [(UInt32, UInt32, UInt32)] {
      let other = try Argon2id.Parameters(memoryKiB: memory, iterations: passes, parallelism: lanes)
      #expect(!other.isAtMost(dearest))
    }
  }
}

/// Threads that leave nobody else a core for long.
private final class BusyThreads: Sendable {
  private let isOver = Atomic<Bool>(false)

  init(_ count: Int) {
    for _ in 0..<count {
      Thread.detachNewThread { [self] in while !isOver.load(ordering: .relaxed) {} }
    }
  }

  func end() { isOver.store(true, ordering: .relaxed) }
}

/// A thread's time that passes as told: so many milliseconds between every second look and the one before.
private final class Times: @unchecked Sendable {
  // Proof for @unchecked: used by one test on one thread.
  private var left: [Int]
  private var now = Duration.zero
  private var isRunning = false

  init(_ milliseconds: [Int]) { left = milliseconds }

  var isUsedUp: Bool { left.isEmpty }

  func time() -> Duration {
    if isRunning { now += .milliseconds(left.removeFirst()) }
    isRunning.toggle()
    return now
  }
}
