internal import Hummingbird

extension Route {
  /// The same route, whose work waits for its sender's turn where it may change something.
  func limited(by limiter: WriteLimiter, _ senders: SenderService) -> Route {
    guard method != .get else { return self }
    return Route(method, path) { [handler] request, context in
      let sender: Sender
      // Whoever has no token has no session's rights either: the route says so, or has a bound of its own.
      do { sender = try await senders.sender(of: request, context) } catch is APIFailure {
        return try await handler(request, context)
      }
      return try await limiter.withPermit(sender.pushSender) { hasWaited in
        // While it waited the token may have been revoked: then the route looks once more.
        var context = context
        context.sender = hasWaited ? nil : sender
        return try await handler(request, context)
      }
    }
  }
}
