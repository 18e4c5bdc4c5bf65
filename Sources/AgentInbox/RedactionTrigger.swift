/// A signal that there may be something to redact, for one consumer; those that come at once are drawn together.
final class RedactionTrigger: Sendable {
  let signals: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func wake() { continuation.yield() }
}
