/// A signal that there may be something to do, for one consumer; those that come at once are drawn together.
public final class Trigger: Sendable {
  /// One whenever there may be something.
  public let signals: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  /// There is nothing yet.
  public init() { (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// There may be something to do.
  public func wake() { continuation.yield() }
}
