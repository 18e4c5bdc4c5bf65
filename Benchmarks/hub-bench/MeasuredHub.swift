import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// What delivers messages to many clients.
protocol MeasuredHub: Sendable {
  /// Connects one more client, which counts itself and what it gets.
  func connect(_ tally: Tally) async throws
  /// Sends a message to all of them; returns when the server has it.
  func send(_ number: Int) async throws
}

/// What all clients of a run have seen.
final class Tally: Sendable {
  /// Clients that are ready to receive.
  let open = Atomic<Int>(0)
  /// Messages that came.
  let received = Atomic<Int>(0)
}

/// What is sent: as long as a short notice.
enum SampleText {
  static func of(_ number: Int) -> String { "\(number) \(String(repeating: "x", count: 120))" }
}

/// Where a server listens.
struct BaseURL: Sendable {
  let text: String
  let host: String
  let port: Int

  init(_ text: String) throws {
    guard let url = URL(string: text), let host = url.host(), let port = url.port else {
      throw BenchFailure("\(text) is no URL with a port")
    }
    (self.text, self.host, self.port) = (text, host, port)
  }
}

/// How many files may be open.
enum DescriptorLimit {
  /// As many as the system allows.
  static func raise() {
    var limits = rlimit()
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(files, &limits) == 0 else { return }
    limits.rlim_cur = limits.rlim_max
    setrlimit(files, &limits)
  }
}

extension ClientBootstrap {
  /// A client whose connections all have a handler of their own.
  static func with(_ handler: @escaping @Sendable () -> any ChannelHandler) -> ClientBootstrap {
    ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler()) }
    }
  }
}
