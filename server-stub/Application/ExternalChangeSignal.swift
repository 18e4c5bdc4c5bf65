internal import Glibc
internal import Hummingbird
internal import Logging
internal import ServiceLifecycle
internal import UnixSignals

/// Signals that a command has changed something while this server runs: what is held in memory, streams and what tokens open, is compared with what is
/// stored at once.
struct ExternalChangeSignal: Sendable {
  /// What a command sends to the server.
  static let signal = SIGUSR1

  private let changes: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Something was changed.
  func send() { continuation.yield() }

  /// Reports each ``signal``, until the process ends.
  var signals: any Service { SignalFollower(changes: self) }

  /// Handles each signal.
  func follower(_ sessions: SessionStreamSweeper, _ channels: ChannelService, _ caches: TokenCaches?, _ logger: Logger)
    -> any Service
  {
    ChangeFollower(changes: changes, sessions: sessions, channels: channels, caches: caches, logger: logger)
  }
}

private struct SignalFollower: Service {
  let changes: ExternalChangeSignal

  func run() async throws {
    await cancelWhenGracefulShutdown {
      for await _ in await UnixSignalsSequence(trapping: .sigusr1) { changes.send() }
    }
  }
}

private struct ChangeFollower: Service {
  let changes: AsyncStream<Void>
  let sessions: SessionStreamSweeper
  let channels: ChannelService
  let caches: TokenCaches?
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      for await _ in changes {
        // A command of an earlier version leaves no mark of what it ended.
        caches?.removeAll()
        await sessions.sweep()
        do { try await channels.endRemoved() } catch {
          logger.error("the channels of streams could not be checked", metadata: ["error": "\(type(of: error))"])
        }
      }
    }
  }
}
