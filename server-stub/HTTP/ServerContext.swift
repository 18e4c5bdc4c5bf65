internal import Hummingbird
internal import NIOCore

/// What a route knows about a request beside the request.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The request's connection.
  let channel: any Channel
  /// Who makes the request, where that has just been looked up.
  var sender: Sender?

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
  }
}
