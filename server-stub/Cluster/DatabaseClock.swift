internal import FoundationEssentials
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// The time of the database, by which all its nodes reckon: what one of them stores has not expired for another, and a machine whose clock is wrong does
/// no harm. Between two looks at it, this machine's steady clock goes on, whatever becomes of its wall clock.
final class DatabaseClock: Service {
  /// How often the database is asked. Within this time two machines' steady clocks differ by a millisecond.
  private static let interval = Duration.seconds(10)
  /// An answer that took longer says too little: the database's time may have been any in between.
  private static let longest = Duration.seconds(1)

  private struct Reading {
    let date: Date
    let uptime: Duration
  }

  private let nodes: any NodeStorage
  private let machine: ServerClock
  private let logger: Logger
  private let reading = Mutex<Reading?>(nil)

  /// - Parameter machine: this machine's clocks. Its wall clock counts until the database was asked.
  init(_ nodes: any NodeStorage, machine: ServerClock = .system, logger: Logger) {
    (self.nodes, self.machine, self.logger) = (nodes, machine, logger)
  }

  /// What time it is.
  var date: Date {
    guard let reading = reading.withLock(\.self) else { return machine.date() }
    return reading.date.addingTimeInterval((machine.uptime() - reading.uptime) / .seconds(1))
  }

  /// By how much this machine's wall clock is ahead of the database's, in seconds.
  var machineLead: Double { machine.date().timeIntervalSince(date) }

  /// The clocks that a server works by.
  var serverClock: ServerClock { ServerClock(date: { self.date }, uptime: machine.uptime) }

  /// Asks the database.
  ///
  /// - Throws: ``StorageProblem``; what was known before goes on counting.
  func measure() async throws {
    let start = machine.uptime()
    let date = try await nodes.now()
    let time = machine.uptime() - start
    reading.withLock { reading in
      guard time <= Self.longest || reading == nil else { return }
      reading = Reading(date: date, uptime: start + time / 2)
    }
  }

  func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      while !Task.isCancelled {
        do { try await Task.sleep(for: Self.interval) } catch { return }
        do { try await measure() } catch {
          logger.warning("the database's time is not known anew", metadata: ["error": "\(type(of: error))"])
        }
      }
    }
  }
}
