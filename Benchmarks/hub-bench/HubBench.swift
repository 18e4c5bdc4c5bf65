import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// `hub-bench URL TOKEN STREAMS PUSHES PID`: opens that many event streams of one user, pushes, and prints what reached them.
@main
struct HubBench {
  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count == 6, let url = URL(string: words[1]), let streams = Int(words[3]), let pushes = Int(words[4])
    else {
      print("usage: hub-bench URL TOKEN STREAMS PUSHES SERVER-PID")
      exit(64)
    }
    let before = resident(words[5])
    let tally = Tally()
    let request = "GET /v1/events HTTP/1.1\r\nHost: hub\r\nAuthorization: Bearer \(words[2])\r\n\r\n"
    let bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(StreamCounter(request: request, tally: tally))
        }
      }
    for _ in 0..<streams {
      _ = try await bootstrap.connect(host: url.host() ?? "127.0.0.1", port: url.port ?? 80).get()
    }
    try await wait { tally.opened.load(ordering: .relaxed) == streams }
    let idle = resident(words[5])
    print("memory of an idle stream: \((idle - before) / max(streams, 1)) bytes")
    let start = ContinuousClock.now
    var waits: [Duration] = []
    for number in 0..<pushes {
      let sent = ContinuousClock.now
      try await push(words[1], words[2], number)
      waits.append(ContinuousClock.now - sent)
    }
    try await wait { tally.events.load(ordering: .relaxed) == streams * pushes }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    waits.sort()
    print("deliveries: \(streams * pushes) in \(seconds) s, \(Int(Double(streams * pushes) / seconds)) a second")
    print("push answered: p50 \(waits[waits.count / 2]) p99 \(waits[waits.count * 99 / 100])")
    exit(0)
  }

  private static func push(_ url: String, _ token: String, _ number: Int) async throws {
    var request = HTTPClientRequest(url: url + "/v1/pushes")
    request.method = .POST
    request.headers.add(name: "Authorization", value: "Bearer \(token)")
    request.headers.add(name: "Content-Type", value: "application/json")
    let text = String(repeating: "x", count: 120)
    request.body = .bytes(ByteBuffer(string: #"{"payload":{"aps":{"alert":"\#(number) \#(text)"},"kind":"notice"}}"#))
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
    guard response.status == .created else { fatalError("\(response.status)") }
  }

  private static func wait(_ condition: @Sendable () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while !condition() {
      guard ContinuousClock.now < deadline else { fatalError("not everything arrived in two minutes") }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  private static func resident(_ pid: String) -> Int {
    let text = (try? String(contentsOfFile: "/proc/\(pid)/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }
}
