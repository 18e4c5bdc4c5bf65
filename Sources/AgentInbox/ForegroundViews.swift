public import FoundationEssentials
internal import Synchronization

/// The views of the vault that somebody looks at. While one that shows what is pushed has the person's attention, the desktop says
/// nothing of that; of a channel it says nothing while that channel is open, or a view in front tells of what people write, too.
public final class ForegroundViews: Sendable {
  private struct State {
    var front: Set<UUID> = []
    var telling: Set<UUID> = []
    var channels: [UUID: UUID] = [:]
  }

  private let state = Mutex(State())
  /// A signal for every view that came or left, for one consumer.
  public let changes: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  /// No view is there yet.
  public init() { (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  deinit { continuation.finish() }

  /// A view is shown.
  ///
  /// - Parameters:
  ///   - isFront: whether it has the person's attention for sure.
  ///   - tellsMessages: whether it then tells of what people write, in any channel or conversation.
  ///   - channel: the channel that it shows as it is written; nil for none.
  public func enter(_ id: UUID, isFront: Bool, tellsMessages: Bool = false, channel: UUID?) {
    state.withLock { state in
      if isFront { state.front.insert(id) }
      if isFront, tellsMessages { state.telling.insert(id) }
      state.channels[id] = channel
    }
    continuation.yield()
  }

  /// A view left the front, or ended.
  public func leave(_ id: UUID) {
    state.withLock { state in
      state.front.remove(id)
      state.telling.remove(id)
      state.channels[id] = nil
    }
    continuation.yield()
  }

  /// Whether one is in front.
  public var isAnyInFront: Bool { state.withLock { !$0.front.isEmpty } }

  /// Whether one in front tells of what people write.
  public var isAnyTellingMessages: Bool { state.withLock { !$0.telling.isEmpty } }

  /// The channels that are open.
  public var openChannels: Set<UUID> { state.withLock { Set($0.channels.values) } }
}
