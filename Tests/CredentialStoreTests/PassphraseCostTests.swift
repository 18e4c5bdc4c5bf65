import ProcessTesting
import Sealing
import SecretMemory
import Synchronization
import Testing

@testable import CredentialStore

@Suite("What hashing the encrypted file's passphrase costs")
struct PassphraseCostTests {
  private func header(time: () -> Duration) throws -> StoreHeader.Source {
    let source = CredentialKeySource.passphrase {
      do { return SharedSecret(try SecretBytes(Array("correct horse".utf8))) } catch { return nil }
    }
    return try source.makeHeader(time: time).0.source
  }

  @Test("a machine that takes half a second for the least is asked for twice as much")
  func calibrated() throws {
    let looks = Mutex(0)
    // Between a look before a hash and the one after it: the thread computed for half a second.
    let source = try header {
      looks.withLock { looks in
        looks += 1
        return .milliseconds(500 * (looks / 2))
      }
    }
    guard case .passphrase(_, let memory, let iterations, let parallelism) = source else {
      Issue.record("not a passphrase's")
      return
    }
    #expect((memory, iterations, parallelism) == (128 << 10, 3, 1))
  }

  @Test("a machine that takes longer is asked for the least, which is as dear as a key slot's")
  func slow() throws {
    let looks = Mutex(0)
    let source = try header {
      looks.withLock { looks in
        looks += 1
        return .seconds(2 * (looks / 2))
      }
    }
    guard case .passphrase(_, let memory, let iterations, let parallelism) = source else {
      Issue.record("not a passphrase's")
      return
    }
    let least = Argon2id.Parameters.standard
    #expect((memory, iterations, parallelism) == (least.memoryKiB, least.iterations, least.parallelism))
  }

  @Test("a file that is made with nothing chosen is no cheaper than that")
  func made() async throws {
    let place = try Place()
    let source = CredentialKeySource.passphrase {
      do { return SharedSecret(try SecretBytes(Array("correct horse".utf8))) } catch { return nil }
    }
    try await place.store(source).set(bytes: [1], for: credentialName("a"))
    // By SQLite itself: id of the store, source, salt, memory, passes.
    let script = """
      import sqlite3, sys
      print(*sqlite3.connect(sys.argv[1]).execute("SELECT * FROM store").fetchone()[4:6])
      """
    let told = try ChildProcess.run(
      ["/usr/bin/python3", "-c", script, place.path], environment: ["PATH": "/usr/bin:/bin"])
    let cost = told.split(whereSeparator: \.isWhitespace).compactMap { UInt32($0) }
    try #require(cost.count == 2, "\(told)")
    let least = Argon2id.Parameters.standard
    #expect(cost[0] >= least.memoryKiB && cost[1] >= least.iterations)
  }
}
