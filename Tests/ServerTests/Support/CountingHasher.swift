import Foundation
import Sealing
import SecretMemory
import Synchronization

@testable import VaultServer

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
  private let checked = Mutex<[Argon2id.Parameters]>([])
  private let gate = NSCondition()
  private let isOpen = Mutex(true)
  private let opening = Mutex(Int.max)

  init(memoryKiB: UInt32 = 8, iterations: UInt32 = 1) throws {
    base = Argon2idPasswordHasher(
      parameters: try .init(memoryKiB: memoryKiB, iterations: iterations, parallelism: 1))
  }

  var parameters: Argon2id.Parameters { base.parameters }
  /// What the checks cost, in their order.
  var costs: [Argon2id.Parameters] { checked.withLock { $0 } }
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
    checked.withLock { $0.append(hash.parameters) }
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

  private func waitAtGate() {
    let deadline = Date(timeIntervalSinceNow: 30)
    gate.withLock {
      while !isOpen.withLock({ $0 }), gate.wait(until: deadline) {}
    }
  }
}
