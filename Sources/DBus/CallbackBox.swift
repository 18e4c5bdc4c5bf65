/// A closure that travels through C as a pointer, and is called once or more with what comes of it.
final class Completion<Value> {
  let body: (Value) -> Void
  init(_ body: @escaping (Value) -> Void) { self.body = body }
}

/// A closure that travels through C as a pointer to another thread.
final class Action: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
