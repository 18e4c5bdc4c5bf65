internal import FoundationEssentials
internal import ServerAPI
internal import Synchronization

extension ChannelSyncSession {
  /// Follows the channel that is open, another as soon as another is, until the task is cancelled.
  func follow(_ opened: AsyncStream<UUID?>) async {
    var following: Task<Void, Never>?
    for await channel in opened {
      following?.cancel()
      await following?.value
      following = channel.map { channel in Task { await follow(channel) } }
    }
    following?.cancel()
    await following?.value
  }

  /// Keeps a channel's messages as they are written, beginning with those that are missing; a stream that breaks is made again.
  private func follow(_ channel: UUID) async {
    var failures = 0
    while !Task.isCancelled {
      do throws(StepFailure) {
        guard let newest = try await newest(of: channel) else {
          throw .failed(ServerClientError(.forbidden, "the user is not enrolled, as far as is known here"))
        }
        let epoch = try await link.local { try await $0.position() }.epoch
        let stream = try await link.call { (api, session) async throws(ServerClientError) in
          try await api.events(
            ofChannel: channel, device: link.device, after: newest, epoch: epoch, at: session.origin,
            token: session.token)
        }
        failures = 0
        try await read(stream, channel)
        return
      } catch {
        guard case .failed(let problem) = error, problem.code != .needsCredentials else { return }
        compareIfNeeded(after: problem)
        failures += 1
        // Only the end of the task ends a wait early.
        do { try await pace.wait(afterFailures: failures, problem) } catch { return }
      }
    }
  }

  /// Reads a stream until the server says that it is over.
  private func read(_ stream: EventStream<ChannelEvent>, _ channel: UUID) async throws(StepFailure) {
    let isOver = Mutex(false)
    do throws(ServerClientError) {
      try await stream.run(silence: pace.silence, clock: pace.clock) { (events) async throws(ServerClientError) in
        for event in events { if case .closed = event { isOver.withLock { $0 = true } } }
        do throws(StepFailure) { try await store(events, channel) } catch { throw error.reason }
      }
    } catch {
      // Another view took its place, or the user left: the errands show which.
      guard isOver.withLock({ $0 }) else { throw .failed(error) }
      errands.add(.init(compares: true))
    }
  }

  private func store(_ events: [ChannelEvent], _ channel: UUID) async throws(StepFailure) {
    var messages: [ChannelMessage] = []
    for event in events {
      switch event {
      case .message(let message): messages.append(message)
      case .gap(let bounds):
        // What came before the gap is stored before it.
        try await local { [messages] in try await $0.store(messages, bounds: nil, of: channel) }
        messages = []
        try await local { try await $0.store([], bounds: bounds, of: channel) }
      case .closed: break
      }
    }
    guard !messages.isEmpty else { return }
    try await local { [messages] in try await $0.store(messages, bounds: nil, of: channel) }
  }

  /// The user is not enrolled, or the channel is further here than on the server: comparing shows whether that is so.
  private func compareIfNeeded(after problem: ServerClientError) {
    switch problem.code {
    case .forbidden, .notFound, .invalidInput: errands.add(.init(compares: true))
    default: break
    }
  }
}
