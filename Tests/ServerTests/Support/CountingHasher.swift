import Foundation
import Sealing
import SecretMemory
import Synchronization

@testable import vault_server

/// Argon2id at its cheapest, which counts its runs, and stops them at a gate when asked to.
final class CountingHasher: PasswordHashing {
  struct Counts: Equatable {
    var hashes = 0
    var checks = 0
    var running = 0
    var mostAtOnce = 0
  }

  private let base: Argon2idPasswordHasher
  private let counts = Mutex(Counts())
  private let gate = NSCondition()
  private let isOpen = Mutex(true)
  private let opening = Mutex(Int.max)

  init(iterations: UInt32 = 1) throws {
    base = try Argon2idPasswordHasher(parameters: .init(memoryKiB: 8, iterations: iterations, parallelism: 1))
  }

  var decoy: PasswordHash { base.decoy }
  var total: Counts { counts.withLock { $0 } }

  /// Holds checks up, until there are so many or the gate is opened.
  func closeGate(until count: Int = .max) {
    opening.withLock { $0 = count }
    isOpen.withLock { $0 = false }
  }

  func openGate() {
    isOpen.withLock { $0 = true }
    gate.withLock { gate.broadcast() }
  }

  func hash(_ password: borrowing SecretBytes) throws -> PasswordHash {
    counts.withLock { $0.hashes += 1 }
    return try base.hash(password)
  }

  func matches(_ password: borrowing SecretBytes, _ hash: PasswordHash) throws -> Bool {
    counts.withLock {
      $0.checks += 1
      $0.running += 1
      $0.mostAtOnce = max($0.mostAtOnce, $0.running)
    }
    defer { counts.withLock { $0.running -= 1 } }
    if total.running >= opening.withLock({ $0 }) { openGate() }
    waitAtGate()
    return try base.matches(password, hash)
  }

  func isOutdated(_ hash: PasswordHash) -> Bool { base.isOutdated(hash) }

  private func waitAtGate() {
    let deadline = Date(timeIntervalSinceNow: 30)
    gate.withLock {
      while !isOpen.withLock({ $0 }), gate.wait(until: deadline) {}
    }
  }
}
