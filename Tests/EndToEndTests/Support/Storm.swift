import Foundation
import Glibc
import NetworkTesting

/// What happens to a server, to its devices and to the way between them: at random, by a seed.
final class Storm {
  private enum Blow: CaseIterable {
    case cutConnections, freezeServer, killServer, setServerClock
    case freezeAgent, killAgent, setAgentClock

    /// How often it comes.
    var weight: Int {
      switch self {
      case .killAgent: 6
      case .setAgentClock: 4
      case .killServer, .setServerClock: 2
      case .cutConnections, .freezeServer, .freezeAgent: 1
      }
    }

    static let all = allCases.flatMap { Array(repeating: $0, count: $0.weight) }
  }

  /// Clocks go wrong by less than half of what everything is kept for, and by more than a session lasts.
  private static let clockSeconds = 40 * 86_400

  private let server: TestServer
  private let serverClock: ShiftedClock
  private let devices: [EnduringDevice]
  private let proxy: CuttingProxy
  private var random: SplitMix
  private var counts: [Blow: Int] = [:]

  init(seed: UInt64, _ server: TestServer, _ clock: ShiftedClock, _ devices: [EnduringDevice], _ proxy: CuttingProxy) {
    (self.server, serverClock, self.devices, self.proxy) = (server, clock, devices, proxy)
    random = SplitMix(state: seed)
  }

  /// How often what happened.
  var summary: String { Blow.allCases.map { "\($0) \(counts[$0, default: 0])" }.joined(separator: ", ") }

  /// One blow, while everything else goes on. Who was struck down before may come back.
  func strike() async throws {
    for device in devices where !device.isStarted && Bool.random(using: &random) { try device.start() }
    guard let blow = Blow.all.randomElement(using: &random), let device = devices.randomElement(using: &random) else {
      return
    }
    counts[blow, default: 0] += 1
    switch blow {
    case .cutConnections: proxy.cutAll()
    case .freezeServer: try await freeze { self.server.send($0) }
    case .killServer: try await killServer()
    case .setServerClock: try serverClock.set(to: shift())
    case .freezeAgent: try await freeze { device.send($0) }
    case .killAgent: device.kill()
    case .setAgentClock: try device.clock.set(to: shift())
    }
  }

  /// The end: everything that was struck down comes back.
  func end() throws { for device in devices { try device.start() } }

  private func shift() -> Int { Int.random(in: -Self.clockSeconds...Self.clockSeconds, using: &random) }

  private func killServer() async throws {
    server.kill()
    try await pause()
    try server.start()
  }

  private func freeze(_ send: (Int32) -> Void) async throws {
    send(SIGSTOP)
    try await pause()
    send(SIGCONT)
  }

  private func pause() async throws {
    try await Task.sleep(for: .milliseconds(Int.random(in: 0...500, using: &random)))
  }
}
