internal import FoundationEssentials
internal import ServerAPI
internal import Synchronization

/// Sends the server what the user wrote, in order within each channel. Where the server rejects a message for now, that
/// channel rests, and the others go on.
extension ChannelSyncSession {
  /// Sends what there is to send.
  ///
  /// - Returns: the channels that are to rest from now on, and why.
  func send() async throws(StepFailure) -> [UUID: ServerClientError] {
    var held: [UUID: ServerClientError] = [:]
    while true {
      let resting = backoff.channels.union(held.keys)
      let messages = try await local { try await $0.outgoingMessages(besides: resting) }
      if messages.isEmpty { return held }
      for message in messages where held[message.channel] == nil {
        held[message.channel] = try await send(message)
      }
    }
  }

  /// - Returns: why the server rejects it for now; nil when it has answered.
  private func send(_ message: OutgoingMessage) async throws(StepFailure) -> ServerClientError? {
    do throws(StepFailure) {
      let accepted = try await link.call { (api, session) async throws(ServerClientError) in
        try await api.send(
          ChannelMessageRequest(id: message.id, text: message.text), to: message.channel, at: session.origin,
          token: session.token)
      }
      guard accepted.id == message.id else {
        return ServerClientError(.garbage, "the server answered for another message")
      }
      backoff.reset(message.channel)
      try await local { try await $0.sent(accepted, to: message.channel) }
    } catch {
      guard case .failed(let problem) = error else { throw error }
      if [.throttled, .serverFault, .garbage].contains(problem.code) { return problem }
      guard let refusal = MessageRefusal(problem) else { throw error }
      try await local { try await $0.refused(message, refusal) }
    }
    return nil
  }

  /// Leaves a channel that rests alone for as long as the server says, or longer each time, and then has it sent to again.
  func wake(_ channel: UUID, afterFailures failures: Int, _ problem: ServerClientError) async {
    // Only the end of the connection ends it early, and the next one sends everything.
    do { try await pace.wait(afterFailures: failures, problem) } catch { return }
    backoff.end(channel)
    errands.add(.init(sends: true))
  }
}

/// The channels for which the server accepts nothing at present.
final class ChannelBackoff: Sendable {
  private struct Rest {
    var failures = 0
    var isOver = false
  }

  private let rests = Mutex<[UUID: Rest]>([:])

  /// Those to which nothing is sent for now.
  var channels: Set<UUID> { rests.withLock { Set($0.filter { !$0.value.isOver }.keys) } }

  /// A channel is left alone from now on.
  ///
  /// - Returns: how often in a row.
  func begin(_ channel: UUID) -> Int {
    rests.withLock { rests in
      let failures = (rests[channel]?.failures ?? 0) + 1
      rests[channel] = Rest(failures: failures)
      return failures
    }
  }

  /// It may be tried again.
  func end(_ channel: UUID) { rests.withLock { $0[channel]?.isOver = true } }

  /// The server has accepted something.
  func reset(_ channel: UUID) { rests.withLock { $0[channel] = nil } }
}
