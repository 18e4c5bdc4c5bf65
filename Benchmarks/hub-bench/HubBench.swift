import Foundation
import Synchronization

/// Measures a hub: how much it delivers, and what a stream costs. Figures come out as one JSON object; a token goes in on standard
/// input.
///
///     hub-bench streams URL STREAMS PUSHES SERVER-PID < token
///     hub-bench mqtt PORT CLIENTS MESSAGES BROKER-PID
///     hub-bench requests URL PATH CONNECTIONS SECONDS < token
@main
struct HubBench {
  static func main() async throws {
    DescriptorLimit.raise()
    let words = Array(CommandLine.arguments.dropFirst())
    let numbers = words.dropFirst(2).map { Int($0) ?? 0 }
    switch (words.first, words.count) {
    case ("streams", 5):
      try await run(
        EventStreamHub(url: try BaseURL(words[1]), token: readLine() ?? ""), clients: numbers[0], messages: numbers[1],
        server: numbers[2])
    case ("mqtt", 5):
      try await run(
        MessageBroker(port: Int(words[1]) ?? 0), clients: numbers[0], messages: numbers[1], server: numbers[2])
    case ("requests", 5):
      let load = RequestLoad(url: try BaseURL(words[1]), path: words[2], token: readLine())
      print(try await load.run(connections: numbers[1], seconds: numbers[2]))
    default:
      Swift.print(
        "usage: hub-bench streams URL STREAMS PUSHES PID | mqtt PORT CLIENTS MESSAGES PID | requests URL PATH N SECONDS"
      )
      exit(64)
    }
    exit(0)
  }

  /// Connects clients, sends one message after the other, and prints what reached them how quickly.
  private static func run(_ hub: some MeasuredHub, clients: Int, messages: Int, server: Int) async throws {
    let tally = Tally()
    // What the server makes once, with its first client, is no client's cost.
    try await hub.connect(tally)
    try await wait { tally.open.load(ordering: .relaxed) == 1 }
    let before = try resident(server)
    // One after the other: what a storm of connections needs at once is no idle client's cost.
    for count in 2...max(clients, 2) {
      try await hub.connect(tally)
      while tally.open.load(ordering: .relaxed) < count { await Task.yield() }
    }
    let idle = try resident(server)
    // Not measured: the first ones meet cold caches on both sides.
    let warmUp = 3
    try await deliver(hub, warmUp, to: clients, tally, before: 0)
    let start = ContinuousClock.now
    let waits = try await deliver(hub, messages, to: clients, tally, before: warmUp).sorted()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    print([
      "bytesOfIdleClient": Double((idle - before) / (max(clients, 2) - 1)),
      "deliveriesPerSecond": Double(clients * messages) / seconds,
      "answeredMilliseconds": waits[waits.count / 2] / .milliseconds(1),
      "answeredMilliseconds99": waits[waits.count * 99 / 100] / .milliseconds(1),
    ])
  }

  @discardableResult
  private static func deliver(
    _ hub: some MeasuredHub, _ messages: Int, to clients: Int, _ tally: Tally, before: Int
  ) async throws -> [Duration] {
    var waits: [Duration] = []
    for number in 0..<messages {
      let sent = ContinuousClock.now
      try await hub.send(number)
      waits.append(ContinuousClock.now - sent)
    }
    try await wait { tally.received.load(ordering: .relaxed) == clients * (before + messages) }
    return waits
  }

  private static func print(_ figures: [String: Double]) {
    let pairs = figures.sorted { $0.key < $1.key }.map { "\"\($0)\": \($1)" }
    Swift.print("{\(pairs.joined(separator: ", "))}")
  }

  private static func wait(_ condition: @Sendable () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while !condition() {
      guard ContinuousClock.now < deadline else { throw BenchFailure("not everything arrived in two minutes") }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// The memory of a process in bytes.
  private static func resident(_ process: Int) throws -> Int {
    let words = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8).split(separator: " ")
    guard words.count > 1, let pages = Int(words[1]) else { throw BenchFailure("no such process: \(process)") }
    return pages * Int(getpagesize())
  }
}

/// Why nothing could be measured.
struct BenchFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
